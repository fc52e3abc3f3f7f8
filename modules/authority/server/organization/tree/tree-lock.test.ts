import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../../contract/index.ts";
import * as published from "../../index.ts";
import { executePlanned } from "../../org-change/planned.ts";
import {
  type GivenOrganization,
  givenMembership,
  givenOrganization,
  givenUser,
  type TestClient,
  testApp,
} from "../../testing.ts";
import { raisesRights, waitsFor } from "../../testing-waiting.ts";
import { merging, moving } from "../testing.ts";
import { lockTree } from "./tree-lock.ts";

const app = testApp();
const { mergeAtOnce, merge, preview } = merging(app);
const { move, tokenOf } = moving();
const dept = (parent?: GivenOrganization) => givenOrganization(app, { type: "DEPT", ...(parent ? { parent } : {}) });
const because = { reason: "调整", version: 1 };
const form = { shortName: null, regionCode: null, address: null, phone: null, sort: 0 };

type Change = (admin: TestClient, one: GivenOrganization, other: GivenOrganization) => Promise<() => Promise<unknown>>;
const byModule =
  (act: (tx: Tx, one: GivenOrganization) => Promise<unknown>): Change =>
  async (_, one) =>
  () =>
    app.arrange((tx) => act(tx, one));

/** Every call that changes the tree. Each prepares what it needs before the change runs. */
const changes: Record<string, Change> = {
  create: async (admin, one) => () => {
    const body = { ...form, parentId: one.id, code: null, name: "新部门", type: "DEPT" as const };
    return admin.call(contract.createOrganization, { body });
  },
  edit:
    async (admin, { id }) =>
    () => {
      const body = { ...form, name: newId(), leaderUserId: null, deputyUserIds: [], version: 1 };
      return admin.call(contract.editOrganization, { params: { id }, body });
    },
  disable:
    async (admin, { id }) =>
    () =>
      admin.call(contract.disableOrganization, { params: { id }, body: because }),
  enable: async (admin, { id }) => {
    await app.rows("update organization set status = 'DISABLED' where id = $1", [id]);
    return () => admin.call(contract.enableOrganization, { params: { id }, body: because });
  },
  remove:
    async (admin, { id }) =>
    () =>
      admin.call(contract.removeOrganization, { params: { id }, query: { version: 1 } }),
  move: async (admin, one, other) => {
    const impactToken = await tokenOf(admin, one, other);
    return () => move(admin, one, other, { impactToken });
  },
  merge: async (admin, one, other) => {
    const { impactToken } = (await preview(admin, one, other)).data;
    return () => merge(admin, one, other, { impactToken });
  },
  planned: async (admin, one, other) => {
    const confirmed = { impactToken: await tokenOf(admin, one, other), plannedAt: "2099-01-01 00:00:00" };
    const { data } = await move(admin, one, other, confirmed);
    return () => app.arrange((tx) => executePlanned(tx, data.id));
  },
  "create by a module": byModule((tx, { id }) =>
    published.createOrganization(tx, { parentId: id, name: "店", type: "STORE", refModule: "store", refId: newId() }),
  ),
  "rename by a module": byModule((tx, { id }) => published.renameOrganization(tx, id, { name: newId() })),
  "close by a module": byModule((tx, { id }) => published.disableOrganization(tx, id, "关闭")),
};

for (const [name, prepare] of Object.entries(changes)) {
  test(`AU-R41 a change of the tree waits for the one before it and is known to all at once: ${name}`, async () => {
    const admin = await app.signIn({ boolAdmin: true });
    const [one, other] = [await dept(await dept()), await dept()];
    const act = await prepare(admin, one, other);
    let waited = false;
    const raised = await raisesRights(app, async () => {
      waited = await waitsFor(app, lockTree, act);
    });
    assert.deepEqual({ waited, raised }, { waited: true, raised: true });
  });
}

test("AU-R43 adopting an organisation waits for a change of the tree", async () => {
  const { id } = await dept();
  const adopt = () => app.arrange((tx) => published.adoptOrganization(tx, id, { refModule: "store", refId: newId() }));
  assert.equal(await waitsFor(app, lockTree, adopt), true);
});

test("AU-R42 a merge takes turns with whoever changes a post of its people, and with nobody else", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const turns = async (isThere: boolean, status: "EFFECTIVE" | "ENDED") => {
    const [from, to, third] = [await dept(), await dept(), await dept()];
    const user = await givenUser(app);
    await givenMembership(app, { user, organization: isThere ? from : third, status });
    const hold = (tx: Tx) => sql`select 1 from app_user where id = ${user.id} for update`.execute(tx.kysely);
    return waitsFor(app, hold, () => mergeAtOnce(admin, from, to));
  };
  assert.equal(await turns(true, "EFFECTIVE"), true);
  assert.equal(await turns(true, "ENDED"), false);
  assert.equal(await turns(false, "EFFECTIVE"), false);
});
