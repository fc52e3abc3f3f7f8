import assert from "node:assert/strict";
import { test } from "node:test";
import { disableApiClient, enableApiClient } from "@ops/authority/contract";
import { givenClient, givenOrganization, signedCall } from "@ops/authority/server/testing";
import { getPartner } from "../../contract/index.ts";
import { closeJob } from "../exit/close.ts";
import type { PartnerRow } from "../partner/tables.ts";
import { OpenClues, worker } from "../suspension/testing.ts";
import { storyOf } from "../suspension/testing-story.ts";
import { testApp } from "../testing.ts";

const clues = new OpenClues();
const app = testApp(clues.module);
const { given, suspended, resumed } = storyOf(app);
const admin = () => app.signIn({ boolAdmin: true });

async function keyOf({ id, orgId }: PartnerRow, ownerOrgId = orgId ?? "") {
  const keys = await givenClient(app, await admin(), [getPartner], { ownerOrgId });
  return { ...keys, call: async () => (await signedCall(app, keys, getPartner, { params: { id } })).status };
}

const clientRow = async (id: string) =>
  (
    await app.rows<{ status: string; disabledReason: string | null; version: number }>(
      "select status, disabled_reason, version from api_client where id = $1",
      [id],
    )
  )[0];

test("PT-R7 PT-R8 keys of the partner's organisations stop with it and work again with it; others are left alone", async () => {
  const one = await given();
  const [place] = await app.rows<{ id: string; name: string; path: string; level: number }>(
    "select * from organization where id = $1",
    [one.partner.orgId],
  );
  assert.ok(place);
  const store = await givenOrganization(app, { type: "STORE", parent: place });
  const keys = [await keyOf(one.partner), await keyOf(one.partner, store.id)];
  const brand = await keyOf(one.partner, one.partner.regionId ?? "");
  const off = await keyOf(one.partner);
  const body = { reason: "未使用", version: (await clientRow(off.id))?.version ?? 0 };
  await (await admin()).call(disableApiClient, { params: { id: off.id }, body });
  const statuses = () => Promise.all([...keys, brand, off].map(({ call }) => call()));
  assert.deepEqual((await statuses())[2], 200);
  const suspension = await suspended(one);
  const line = suspension.lines.find(({ kind }) => kind === "partner.apiClients");
  assert.deepEqual([line?.label, line?.seen, line?.done], ["接口账号", 2, 2]);
  assert.deepEqual(await statuses(), [403, 403, 200, 403]);
  await resumed(one, suspension.id);
  const [first] = keys;
  assert.partialDeepStrictEqual(await clientRow(first?.id ?? ""), { status: "ACTIVE", disabledReason: null });
  assert.partialDeepStrictEqual(await clientRow(off.id), { status: "DISABLED", disabledReason: "未使用" });
});

test("PT-R8 a key that somebody has seen to meanwhile stays as it is", async () => {
  const one = await given();
  const key = await keyOf(one.partner);
  const suspension = await suspended(one);
  const switched = async (move: typeof enableApiClient | typeof disableApiClient) => {
    const body = { reason: "排查", version: (await clientRow(key.id))?.version ?? 0 };
    assert.equal((await (await admin()).call(move, { params: { id: key.id }, body })).msg, "");
  };
  await switched(enableApiClient);
  await switched(disableApiClient);
  const done = await resumed(one, suspension.id);
  assert.equal(done.items.kept, 1);
  assert.partialDeepStrictEqual(await clientRow(key.id), { status: "DISABLED", disabledReason: "排查" });
});

test("PT-R7 with the end of a partner its keys end, also one that was made since", async () => {
  const one = await given();
  const key = await keyOf(one.partner);
  await app.rows("update partner set state = 'TERMINATED', terminated_at = now() where id = $1", [one.partner.id]);
  await closeJob.run(worker(app), { partnerId: one.partner.id });
  assert.partialDeepStrictEqual(await clientRow(key.id), { status: "DISABLED", disabledReason: "伙伴合作终止" });
});
