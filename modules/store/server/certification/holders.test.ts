import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { endPost } from "@ops/authority/server";
import { addDays, dayOf, type Envelope, type StoredFile } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { lockStaff } from "../staff/lock.ts";
import { needsCertificate } from "../staff/place.ts";
import type { StaffRow } from "../staff/tables.ts";
import { certOf, givenCert, givenCertRequired, givenStandard, givenStoreStaff, testApp } from "../testing.ts";
import { certNightly } from "./nightly.ts";

const app = testApp();
const today = () => dayOf(app.now());
const night = () => certNightly.run({ step: (act) => app.arrange(act) });
const stateOf = async ({ id }: StaffRow) =>
  (await app.rows<{ state: string }>("select state from store_staff where id = $1", [id]))[0]?.state;
const certsOf = async ({ id }: StaffRow) =>
  (
    await app.rows<{ state: string }>("select state from certification where staff_id = $1 order by created_at, id", [
      id,
    ])
  ).map(({ state }) => state);

async function givenReported(expireOn: string) {
  const staff = await givenStoreStaff(app);
  const { id: standardId } = await givenStandard(app);
  const items = await app.rows<{ id: string }>(
    "select id from post_standard_item where standard_id = $1 and side = 'DOWN'",
    [standardId],
  );
  const reported = { reportItemId: items[0]?.id ?? "", reportedBy: newId() };
  await givenCert(app, { staff, state: "CHALLENGED", certifiedOn: "2025-01-01", expireOn, ...reported });
  return staff;
}

const ceaseToAsk = () =>
  app.rows("update store_position set is_cert_required = false where position_code = 'salesAdvisor'");
async function beginToAsk() {
  const admin = await app.signIn({ boolAdmin: true });
  const [row] = await app.rows<{ version: number }>(
    "select version from store_position where position_code = 'salesAdvisor'",
  );
  const body = { family: "SALES", sort: 1, isShown: true, isCertRequired: true, version: row?.version ?? null };
  assert.equal((await admin.call(contract.editStorePosition, { params: { code: "salesAdvisor" }, body })).msg, "");
}

test("ST-R13 one person for whom the night fails, and one whose post has ended, do not keep the others in post", async () => {
  await givenCertRequired(app);
  const given = async () => {
    const staff = await givenStoreStaff(app);
    await givenCert(app, { staff, dueOn: addDays(today(), -1) });
    return staff;
  };
  const [broken, ended, other, trained] = [await given(), await given(), await given(), await given()];
  await app.rows("update store_staff set state = 'TRAINING' where id = $1", [trained.id]);
  await app.rows("update store_staff set post_id = $2 where id = $1", [broken.id, newId()]);
  await app.arrange((tx) => endPost(tx, ended.postId ?? ""));
  await night();
  assert.deepEqual(await Promise.all([broken, ended, other].map(stateOf)), ["IN_POST", "TRAINING", "TRAINING"]);
  assert.equal((await certOf(app, trained.id)).dueOn, null, "who is trained already has no day to stand down");
});

test("ST-R13 what changes between the look and the act of the night is left as it is", async () => {
  await givenCertRequired(app);
  const [held, due] = [await givenStoreStaff(app), await givenStoreStaff(app)];
  const over = { state: "CERTIFIED" as const, certifiedOn: "2025-01-01", expireOn: addDays(today(), -1) };
  const { id: heldId } = await givenCert(app, { staff: held, ...over });
  const { id: dueId } = await givenCert(app, { staff: due, dueOn: addDays(today(), -1) });
  await certNightly.run({
    step: async (act) => {
      const answer = await app.arrange(act);
      const found: readonly unknown[] = Array.isArray(answer) ? answer : [];
      if (found.includes(heldId))
        await app.rows("update certification set expire_on = $2 where id = $1", [heldId, today()]);
      if (found.includes(dueId)) await app.rows("update certification set due_on = $2 where id = $1", [dueId, today()]);
      return answer;
    },
  });
  assert.deepEqual([await certsOf(held), await certsOf(due)], [["CERTIFIED"], ["DOING"]]);
  assert.equal(await stateOf(due), "IN_POST");
});

test("ST-R13 switching 须认证 on again gives all the days to those whose certificate was begun before", async () => {
  await givenCertRequired(app);
  const [over, some, held, none] = [
    await givenStoreStaff(app),
    await givenStoreStaff(app),
    await givenStoreStaff(app),
    await givenStoreStaff(app),
  ];
  await givenCert(app, { staff: over, dueOn: null });
  await givenCert(app, { staff: some, state: "REVIEW", dueOn: addDays(today(), 5) });
  await givenCert(app, { staff: held, state: "CERTIFIED", certifiedOn: today(), expireOn: addDays(today(), 300) });
  await ceaseToAsk();
  await beginToAsk();
  const dueOn = addDays(today(), 90);
  const found = await Promise.all([over, some, held, none].map(({ id }) => certOf(app, id)));
  assert.deepEqual(
    found.map((cert) => [cert.state, cert.dueOn]),
    [
      ["DOING", dueOn],
      ["REVIEW", dueOn],
      ["CERTIFIED", null],
      ["DOING", dueOn],
    ],
  );
});

test("ST-R13 whoever comes to a position while 须认证 is switched on is among its holders", async () => {
  await givenCertRequired(app);
  await ceaseToAsk();
  const staff = await givenStoreStaff(app, { positionCode: "storeManager" });
  const switched: Promise<void>[] = [];
  await app.arrange(async (tx) => {
    assert.equal(await needsCertificate(tx, { id: staff.id, positionCode: "salesAdvisor" }), false);
    switched.push(beginToAsk());
    await Promise.race([...switched, setTimeout(1_000)]);
    await sql`update store_staff set position_code = 'salesAdvisor' where id = ${staff.id}`.execute(tx.kysely);
  });
  await Promise.all(switched);
  assert.equal((await certOf(app, staff.id)).dueOn, addDays(today(), 90));
});

test("ST-R13 a report stops the end of a certificate for the days of grace and no longer", async () => {
  await givenCertRequired(app);
  const last = await givenReported(addDays(today(), -30));
  const over = await givenReported(addDays(today(), -31));
  await night();
  assert.deepEqual([await stateOf(last), await certsOf(last)], ["IN_POST", ["CHALLENGED"]]);
  assert.deepEqual([await stateOf(over), await certsOf(over)], ["TRAINING", ["EXPIRED", "DOING"]]);
});

test("ST-R14 whoever is certified while a new version is published is trained again like the others", async () => {
  await givenCertRequired(app);
  const staff = await givenStoreStaff(app, { state: "TRAINING" });
  await givenCert(app, { staff, state: "REVIEW" });
  const draft = await givenStandard(app, { state: "DRAFT", forceRetrainDays: 20, publishedOn: null });
  const admin = await app.signIn({ boolAdmin: true });
  const published: Promise<{ msg: string }>[] = [];
  await app.arrange(async (tx) => {
    await lockStaff(tx, { staffId: staff.id });
    await sql`update certification set state = 'CERTIFIED', certified_on = ${today()}::date,
      expire_on = ${addDays(today(), 300)}::date where staff_id = ${staff.id}`.execute(tx.kysely);
    const body = { version: draft.version };
    published.push(admin.call(contract.publishPostStandard, { params: { id: draft.id }, body }));
    await Promise.race([...published, setTimeout(1_000)]);
  });
  assert.deepEqual(
    (await Promise.all(published)).map(({ msg }) => msg),
    [""],
  );
  assert.equal((await certOf(app, staff.id)).expireOn, addDays(today(), 20));
});

test("ST-R15 revoking takes nobody out of a position that asks for no certificate any more", async () => {
  await givenCertRequired(app);
  const staff = await givenReported(addDays(today(), 100));
  await ceaseToAsk();
  const { id, version } = await certOf(app, staff.id);
  const admin = await app.signIn({ boolAdmin: true });
  const body = { verdict: "REVOKE", note: "已核实", version } as const;
  assert.equal((await admin.call(contract.judgeCertification, { params: { id }, body })).data.state, "REVOKED");
  assert.deepEqual([await stateOf(staff), await certsOf(staff)], ["IN_POST", ["REVOKED"]]);
});

test("ST-R15 whoever may report a red line, edit a person or add a store uploads the files for it", async () => {
  const uploaded = async (permission: string, bizType: string) => {
    const { token } = await app.signIn({ permissions: [permission] });
    const form = new FormData();
    form.append("bizType", bizType);
    form.append(
      "file",
      new Blob([`%PDF-1.4\n1 0 obj\n<<>>\nendobj\n% ${newId()}\ntrailer\n<<>>\n%%EOF\n`]),
      "证据.pdf",
    );
    const headers = { authorization: token, applicationid: "1" };
    const response = await fetch(`${app.origin}/common/v1/files`, { method: "POST", headers, body: form });
    const { msgCode }: Envelope<StoredFile> = await response.json();
    return msgCode;
  };
  for (const code of ["submit", "report"]) assert.equal(await uploaded(`store:cert:${code}`, "certification"), "");
  for (const code of ["create", "edit"]) {
    assert.equal(await uploaded(`store:staff:${code}`, "storeStaff"), "");
    assert.equal(await uploaded(`store:store:${code}`, "store"), "");
  }
  assert.equal(await uploaded("store:cert:view", "certification"), "COMMON_FORBIDDEN");
});
