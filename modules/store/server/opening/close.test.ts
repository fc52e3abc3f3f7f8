import assert from "node:assert/strict";
import { test } from "node:test";
import { givenPartner, givenStaff } from "@ops/partner/server/testing";
import { BusinessError, dayOf } from "@ops/platform/contract";
import { defineModule, type Tx } from "@ops/platform/server";
import { reportPlace } from "@ops/vehicle/server";
import { carRow, givenCar } from "@ops/vehicle/server/testing";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { givenMove, givenSeat } from "../headcount/testing.ts";
import { findStore, requireStore } from "../index.ts";
import type { StoreRow } from "../site/tables.ts";
import { givenStore, testApp } from "../testing.ts";
import { peopleInHand } from "./work.ts";

/** Clues of a module above, which belong to stores. */
const clues = defineModule({
  name: "clueProbe",
  workInHand: [
    {
      kind: "clueProbe.clues",
      label: "线索",
      countOf: async (tx: Tx, { id }) => {
        const { rows } = await sql`select 1 from probe_clue where store_id = ${id}`.execute(tx.kysely);
        return rows.length;
      },
      handOver: async () => 0,
    },
  ],
  onStart: async (tx: Tx) => {
    await sql`create table if not exists probe_clue (store_id uuid not null)`.execute(tx.kysely);
  },
});
const app = testApp(clues);
const client = () => app.signIn({ boolAdmin: true });
type Client = Awaited<ReturnType<typeof client>>;
const addClue = (tx: Tx, storeId: string) =>
  sql`insert into probe_clue (store_id) values (${storeId})`.execute(tx.kysely);

async function close(by: Client, { id }: Pick<StoreRow, "id">) {
  const [row] = await app.rows<{ version: number }>("select version from store where id = $1", [id]);
  return by.call(contract.closeStore, { params: { id }, body: { reason: "租约到期", version: row?.version ?? 0 } });
}
const openIn = async (by: Client, { id }: Pick<StoreRow, "id">) =>
  (await by.call(contract.getClosing, { params: { id } })).data.map(({ label, count }) => `${label}${count}`);

test("ST-R34 a store with open work, people or cars is not closed, and the refusal names them", async () => {
  const [me, store, other] = [await client(), await givenStore(app), await givenStore(app)];
  const partner = await givenPartner(app);
  const leaving = await givenSeat(app, { storeId: other.id, state: "MOVING" });
  await givenSeat(app, { storeId: store.id, state: "IN_POST" });
  await givenSeat(app, { storeId: store.id, state: "TO_JOIN" });
  await givenSeat(app, { storeId: store.id, state: "LEFT", leaveOn: "2026-01-31" });
  await givenSeat(app, { storeId: store.id, state: "CANDIDATE" });
  const move = {
    staffId: leaving,
    from: { storeId: other.id },
    to: { storeId: store.id },
    effectiveDate: "2026-12-01",
  };
  await givenMove(app, { ...move, state: "APPROVED" });
  const within = await givenSeat(app, { storeId: store.id, state: "MOVING" });
  const place = { storeId: store.id };
  const rise = { staffId: within, from: place, to: { ...place, positionCode: "storeManager" } };
  await givenMove(app, { ...rise, effectiveDate: "2026-12-01", state: "APPROVED" });
  for (let n = 0; n < 3; n++) await app.arrange((tx) => addClue(tx, store.id));
  const colleague = await givenStaff(app, { partner, storeId: store.id, roleIds: [], state: "TRAINING" });
  const car = await givenCar(app);
  const report = { carIds: [car.id], kind: "STORE", placeId: store.id, source: "LOGISTICS" } as const;
  await app.arrange((tx) => reportPlace(tx, { ...report, at: app.now() }));

  const open = ["在岗人员4", "线索3", "合作伙伴人员1", "库存车1"];
  assert.deepEqual(await openIn(me, store), open);
  const { data: shown } = await me.call(contract.getClosing, { params: { id: store.id } });
  const listed = (kind: string) => shown.find((one) => one.kind === kind)?.listed?.filters ?? null;
  assert.deepEqual([listed("store.staff"), listed("clueProbe.clues")], [{ storeId: store.id }, null]);
  assert.equal(await app.arrange((tx) => peopleInHand.countOf(tx, { kind: "person", id: store.id })), 0);
  const refused = await close(me, store);
  assert.deepEqual([refused.msgCode, refused.msg], ["STORE_CLOSE_BLOCKED", `存在未结业务：${open.join("、")}`]);

  await app.rows("delete from probe_clue");
  await app.rows(
    "update store_staff set state = 'LEFT', state_before = null, leave_on = current_date where store_id = $1",
    [store.id],
  );
  assert.equal((await close(me, store)).msg, "存在未结业务：在岗人员1、合作伙伴人员1、库存车1");
  await app.rows("update store_movement set state = 'DONE' where staff_id = $1", [leaving]);
  await app.rows("update partner_staff set state = 'LEFT', leave_on = current_date where id = $1", [colleague.id]);
  assert.equal((await close(me, store)).msg, "存在未结业务：库存车1");
  await app.rows("update car set place_kind = 'OWNER', place_id = null, place_org_id = null where id = $1", [car.id]);
  assert.deepEqual(await openIn(me, store), []);
  const closed = await close(me, store);
  assert.deepEqual([closed.msg, closed.data.state, closed.data.closedOn], ["", "CLOSED", dayOf(app.now())]);
  const [organization] = await app.rows("select status from organization where id = $1", [store.id]);
  assert.deepEqual(organization, { status: "DISABLED" });
  assert.equal((await app.published(contract.storeClosed)).filter(({ storeId }) => storeId === store.id).length, 1);
});

test("store section 3.1: a closed store is prepared again under its parent, unless its name is taken", async () => {
  const me = await client();
  const store = await givenStore(app, { name: "重名门店" });
  assert.equal((await close(me, store)).msg, "");
  const reopen = (version: number) =>
    me.call(contract.reopenStore, { params: { id: store.id }, body: { reason: "重新选址", version } });
  const heir = await givenStore(app, { name: "重名门店" });
  assert.deepEqual((await reopen(2)).msgCode, "STORE_NAME_DUP");
  await app.rows("update store set name = '另一名' where id = $1", [heir.id]);
  await app.rows(
    "update organization set status = 'DISABLED' where id = (select parent_id from organization where id = $1)",
    [store.id],
  );
  assert.equal((await reopen(2)).msg, "上级组织已停用，请先启用上级组织");
  await app.rows(
    "update organization set status = 'ENABLED' where id = (select parent_id from organization where id = $1)",
    [store.id],
  );
  const again = await reopen(2);
  assert.deepEqual([again.msg, again.data.state, again.data.closedOn], ["", "PREPARING", null]);
  assert.equal(again.data.openedOn, null);
  const [organization] = await app.rows("select status from organization where id = $1", [store.id]);
  assert.deepEqual(organization, { status: "ENABLED" });
  assert.equal((await app.published(contract.storeChanged)).filter(({ storeId }) => storeId === store.id).length, 1);
  assert.equal((await reopen(3)).msg, "门店当前状态为【筹备中】，不能执行【重新筹备】");
});

test("ST-R34 an order against the closing of its store: the order is refused or it stops the closing, never neither", async () => {
  const me = await client();
  for (let n = 0; n < 12; n++) {
    const store = await givenStore(app);
    const order = app
      .arrange(async (tx) => {
        await requireStore(tx, store.id, { trading: true });
        await addClue(tx, store.id);
        return "placed";
      })
      .catch((refusal: unknown) => {
        if (!(refusal instanceof BusinessError)) throw refusal;
        return refusal.msgCode;
      });
    const [placed, closed] = await Promise.all([order, close(me, store)]);
    const outcome = [placed, closed.msgCode].join(" ");
    assert.ok(["placed STORE_CLOSE_BLOCKED", "STORE_NOT_TRADING "].includes(outcome), outcome);
  }
});

test("VE-R16 stores are places of cars, by both codes and with their coordinates; closed ones take none by hand", async () => {
  const store = await givenStore(app, { lng: 121.47, lat: 31.23, storeType: "DELIVERY" });
  const [organization] = await app.rows<{ code: string }>("select code from organization where id = $1", [store.id]);
  const car = await givenCar(app);
  for (const placeId of [store.id, store.storeCode ?? "", organization?.code ?? ""]) {
    const report = { carIds: [car.id], kind: "STORE", placeId, source: "LOGISTICS" } as const;
    app.passTime(1);
    await app.arrange((tx) => reportPlace(tx, { ...report, at: app.now() }));
    assert.partialDeepStrictEqual(await carRow(app, car), {
      placeId: store.id,
      placeName: store.name,
      placeOrgId: store.id,
      cityCode: "310100",
    });
  }
  assert.equal((await app.arrange((tx) => findStore(tx, { code: organization?.code ?? "" })))?.id, store.id);
});
