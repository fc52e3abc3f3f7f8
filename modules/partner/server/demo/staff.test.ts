import assert from "node:assert/strict";
import { test } from "node:test";
import { userInfo } from "@ops/authority/contract";
import { loadAuthorityDemo } from "@ops/authority/server";
import { freezeSources, getStaff, listStaffs, staffStates } from "../../contract/index.ts";
import { givenPartner, testApp } from "../testing.ts";
import { loadStaffDemo, partnerDemoAccounts } from "./staff.ts";

const app = testApp();

test("section 11: 420 people in every state, frozen for every reason, and a partner at its limit", async () => {
  await app.arrange((tx) => loadAuthorityDemo(tx));
  for (let n = 0; n < 14; n++)
    await givenPartner(app, { accountLimit: n === 0 ? 8 : 40, kinds: [n % 2 === 0 ? "AGENT" : "CHARGER"] });
  for (const state of ["ONBOARDING", "SUSPENDED", "SUSPENDED", "EXITING", "TERMINATED"] as const)
    await givenPartner(app, { state });
  await app.arrange(loadStaffDemo);
  const rows = await app.rows<{ state: string; sources: string[] }>(
    "select state, freeze_sources as sources from partner_staff",
  );
  assert.equal(rows.length, 420);
  assert.deepEqual(new Set(rows.map(({ state }) => state)), new Set(Object.keys(staffStates.states)));
  for (const source of Object.keys(freezeSources)) {
    assert.ok(rows.filter(({ sources }) => sources.includes(source)).length >= 25, source);
  }
  assert.equal(rows.filter(({ state }) => state === "LEAVING").length, 8);
});

test("section 11: the administrator of a partner signs in and sees the own company alone", async () => {
  const admin = partnerDemoAccounts.find(({ note }) => note.startsWith("伙伴管理员"));
  assert.ok(admin);
  const { data, success, msg } = await app.login({ mobilePhone: admin.phone, password: admin.password });
  assert.equal(success, true, msg);
  const token = data.accessToken;
  const [info] = (await app.call(userInfo, {}, { token })).data;
  assert.equal(info?.boolAdmin, false);
  const { data: page } = await app.call(listStaffs, { query: { pageSize: 100 } }, { token });
  assert.ok(page.total > 5);
  assert.equal(new Set(page.list.map(({ partnerId }) => partnerId)).size, 1);
  const own = page.list.map(({ id }) => id);
  const [stranger] = await app.rows<{ id: string }>(
    "select id from partner_staff where not id = any($1::uuid[]) limit 1",
    [own],
  );
  const byUrl = await app.call(getStaff, { params: { id: stranger?.id ?? "" } }, { token });
  assert.equal(byUrl.msgCode, "COMMON_NOT_FOUND");
});
