import assert from "node:assert/strict";
import { test } from "node:test";
import { disableApiClient, enableApiClient } from "@ops/authority/contract";
import { givenClient, givenOrganization, signedCall } from "@ops/authority/server/testing";
import { getPartner, listCascadeItems } from "../../contract/index.ts";
import { lockPartner } from "../company/find.ts";
import type { PartnerRow } from "../company/tables.ts";
import { switchFlagsOff } from "../contract/apply-terms.ts";
import { closeJob } from "../exit/close.ts";
import { OpenClues, worker } from "../suspension/testing.ts";
import { plan, storyOf } from "../suspension/testing-story.ts";
import { givenStaff, testApp } from "../testing.ts";
import { cascadePort } from "./kinds.ts";
import { programs } from "./own-kinds.ts";

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

test("PT-R7 PT-R8 keys of the partner's organisations stop and restart with the partner; other keys are left alone", async () => {
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

test("PT-R8 a key that somebody has changed meanwhile stays as it is", async () => {
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
  assert.ok(Object.values(await outcomes(one, suspension.id)).includes("接口账号已被启用或另行停用"));
  assert.partialDeepStrictEqual(await clientRow(key.id), { status: "DISABLED", disabledReason: "排查" });
});

test("PT-R7 when a partner ends its keys end, even one that was made since the exit began", async () => {
  const one = await given();
  const key = await keyOf(one.partner);
  await app.rows("update partner set state = 'TERMINATED', terminated_at = now() where id = $1", [one.partner.id]);
  await closeJob.run(worker(app), { partnerId: one.partner.id });
  assert.partialDeepStrictEqual(await clientRow(key.id), { status: "DISABLED", disabledReason: "伙伴合作终止" });
});

/** Reads for each item its label and why it was not restored. */
async function outcomes({ first }: Awaited<ReturnType<typeof given>>, id: string): Promise<Record<string, string>> {
  const { data } = await first.call(listCascadeItems, { params: { id }, query: { pageSize: 100 } });
  return Object.fromEntries(data.list.map(({ label, restoreMessage }) => [label, restoreMessage ?? ""]));
}

test("PT-R8 a frozen account is restored only if it is still as the suspension left it; otherwise the reason is given", async () => {
  const one = await given();
  const make = (state: "ACTIVE" | "TRAINING" = "ACTIVE") =>
    givenStaff(app, { partner: one.partner, roleIds: [], state });
  const [plain, left, freed] = [await make(), await make(), await make()];
  await make("TRAINING");
  const suspension = await suspended(one);
  await app.rows("update partner_staff set state = 'LEFT', leave_on = current_date where id = $1", [left.id]);
  await app.rows("update partner_staff set freeze_sources = '{}' where id = $1", [freed.id]);
  await app.arrange(async (tx) => {
    const flags = { source: "HQ", flags: ["CLUE"], reason: "投诉处理中" } as const;
    await switchFlagsOff(tx, await lockPartner(tx, one.partner.id), flags);
  });
  const done = await resumed(one, suspension.id);
  assert.deepEqual([done.items.restored, done.items.kept], [1, 3]);
  assert.deepEqual(await outcomes(one, suspension.id), {
    "线索下发、订单代下": "线索下发因合同变化或其他原因仍关闭",
    [`${plain.name}（${plain.staffNo}）`]: "",
    [`${left.name}（${left.staffNo}）`]: "员工已离职",
    [`${freed.name}（${freed.staffNo}）`]: "冻结已被解除",
  });
});

test("PT-R8 a read-only account is restored only if it is still as the suspension left it; otherwise the reason is given", async () => {
  const one = await given();
  const make = () => givenStaff(app, { partner: one.partner, roleIds: [] });
  const [plain, before, left, freed] = [await make(), await make(), await make(), await make()];
  await app.rows("update partner_staff set is_read_only = true where id = $1", [before.id]);
  await app.rows("update partner set flags = '{}' where id = $1", [one.partner.id]);
  await app.rows("update partner_contract set terms = terms - 'flags' where partner_id = $1", [one.partner.id]);
  const readOnly = { kind: "partner.accounts", action: "READ_ONLY", receiverId: null };
  const suspension = await suspended(one, [...plan(), readOnly]);
  const looks = async () => {
    const people = "select is_read_only from partner_staff where partner_id = $1 order by staff_no";
    return (await app.rows<{ isReadOnly: boolean }>(people, [one.partner.id])).map(({ isReadOnly }) => isReadOnly);
  };
  assert.deepEqual(await looks(), [true, true, true, true]);
  await app.rows("update partner_staff set state = 'LEFT', leave_on = current_date where id = $1", [left.id]);
  await app.rows("update partner_staff set is_read_only = false where id = $1", [freed.id]);
  await resumed(one, suspension.id);
  assert.deepEqual(await looks(), [false, true, true, false]);
  assert.deepEqual(await outcomes(one, suspension.id), {
    当前无已开通权限: "",
    [`${plain.name}（${plain.staffNo}）`]: "",
    [`${before.name}（${before.staffNo}）`]: "",
    [`${left.name}（${left.staffNo}）`]: "员工已离职",
    [`${freed.name}（${freed.staffNo}）`]: "只读已被解除",
  });
});

test("PT-R7 the default action of a cascade kind must be one of its actions", () => {
  const wrong = { ...programs, kind: "wrongProbe.open", defaultAction: "NONE" } as const;
  assert.throws(() => cascadePort.of(wrong), /wrongProbe\.open has no action NONE/);
});
