import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { turnMemberships } from "../membership/calendar.ts";
import { accountsOfExternal, externalIdsOf } from "../other-account/published.ts";
import { syncOtherAccounts } from "../other-account/sync.ts";
import { givenMembership, givenOrganization, givenUser, testApp } from "../testing.ts";
import { userTypeOf } from "./user-type.ts";

const app = testApp();
const stops = async (userId: string) =>
  (await app.published(contract.personStopped)).filter((told) => told.userId === userId).map(({ how }) => how);
const moves = async (userId: string) =>
  (await app.published(contract.personMoved)).filter((told) => told.userId === userId).length;

test("person.stopped: others hear that somebody was disabled, left or was deleted, each once", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const reason = "离开";
  const [disabled, left, unused] = [
    await givenUser(app),
    await givenUser(app),
    await givenUser(app, { status: "PENDING" }),
  ];
  const params = ({ id }: { id: string }) => ({ params: { id } });
  await admin.call(contract.disableUser, { ...params(disabled), body: { reason, version: 1 } });
  await admin.call(contract.disableUser, { ...params(disabled), body: { reason, version: 2 } }); // refused
  await admin.call(contract.offboardUser, { ...params(left), body: { reason, version: 1, successors: [] } });
  await admin.call(contract.deleteUser, { ...params(unused), query: { version: 1 } });
  assert.deepEqual(
    [await stops(disabled.id), await stops(left.id), await stops(unused.id)],
    [["DISABLED"], ["LEFT"], ["LEFT"]],
  );
});

test("person.moved: others hear of another primary post by hand or by date, and nothing of further posts", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [first, second] = [await givenOrganization(app), await givenOrganization(app)];
  const user = await givenUser(app);
  const main = await givenMembership(app, { user, organization: first, isPrimary: true });
  const [position] = await app.rows<{ id: string }>("select position_id as id from membership where id = $1", [
    main.id,
  ]);
  const post = {
    organizationId: second.id,
    positionId: position?.id ?? "",
    startDate: dayOf(app.now()),
    endDate: null,
  };
  const body = { ...post, isPrimary: false };
  const added = await admin.call(contract.addMembership, { params: { id: user.id }, body });
  assert.deepEqual([added.msg, await moves(user.id)], ["", 0]);
  const { id, version } = added.data;
  const edit = { startDate: post.startDate, endDate: null, isPrimary: true, version };
  assert.equal((await admin.call(contract.editMembership, { params: { id }, body: edit })).msg, "");
  assert.equal(await moves(user.id), 1);
  await app.rows("update membership set start_date = '2020-01-01', end_date = '2020-01-02' where id = $1", [id]);
  await app.arrange(turnMemberships);
  await app.arrange(turnMemberships); // the second time nothing turns
  assert.equal(await moves(user.id), 2);
  const next = { nextPrimaryId: null, reason: "结束", version: 3 };
  const [row] = await app.rows<{ version: number }>("select version from membership where id = $1", [main.id]);
  await admin.call(contract.endMembership, {
    params: { id: main.id },
    body: { ...next, version: row?.version ?? 0 },
  });
  assert.equal(await moves(user.id), 3);
});

test("externalIdsOf and accountsOfExternal: bound identities both ways", async () => {
  const [one, other] = [await givenUser(app), await givenUser(app)];
  const identity = { name: null, phone: one.mobilePhone, staffNo: null };
  await app.arrange((tx) => syncOtherAccounts(tx, "WECOM", [{ externalId: "wx-one", ...identity }]));
  const ids = await app.arrange((tx) => externalIdsOf(tx, "WECOM", [one.id, other.id]));
  assert.deepEqual([...ids], [[one.id, "wx-one"]]);
  const people = await app.arrange((tx) => accountsOfExternal(tx, "WECOM", ["wx-one", "wx-none"]));
  assert.deepEqual([...people], [["wx-one", one.id]]);
  await app.rows("update other_account set status = 'UNBOUND' where external_id = 'wx-one'");
  assert.equal((await app.arrange((tx) => accountsOfExternal(tx, "WECOM", ["wx-one"]))).size, 0);
  assert.equal((await app.arrange((tx) => externalIdsOf(tx, "LARK", [one.id]))).size, 0);
});

test("userTypeOf: the kind of an account, and nothing for an actor without one", async () => {
  const [office, adviser] = [await givenUser(app), await givenUser(app, { userType: "STORE" })];
  const kinds = await app.arrange((tx) =>
    Promise.all([office.id, adviser.id, newId()].map((userId) => userTypeOf(tx, userId))),
  );
  assert.deepEqual(kinds, ["INTERNAL", "STORE", null]);
});
