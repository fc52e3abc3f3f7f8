import assert from "node:assert/strict";
import { test } from "node:test";
import { setParam } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { priceTwoPersons } from "../params.ts";
import { givenConfig, testApp } from "../testing.ts";
import { pricesOf } from "./testing-prices.ts";

const app = testApp();
const { preparer, publisher, inDays, prepare, publish, change, baseOf, sumNow } = pricesOf(app);
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const past = ["VEHICLE_PRICE_PAST", "不能修改已生效的价格"];
const overlap = (detail: string) => ["VEHICLE_PRICE_OVERLAP", `价格生效期重叠：${detail}`];

test("VE-R7 a change is prepared by one and published by another; then it takes the place of the old price", async () => {
  const config = await givenConfig(app);
  const { data } = await prepare(config, { start: inDays(10) });
  assert.partialDeepStrictEqual(data, [{ state: "DRAFT", isOwn: true, itemName: "基础价" }]);
  const ids = data.map(({ id }) => id);
  const own = await (await preparer()).call(contract.publishPrices, { body: { ids } });
  assert.deepEqual(whyNot(own), ["VEHICLE_APPROVE_SELF", "不能发布本人提交的价格"]);
  assert.equal(await sumNow(config, inDays(11)), 24_590_000, "a draft is nobody's price");

  assert.equal((await publish(...ids)).success, true);
  assert.deepEqual(
    (await baseOf(config)).map((row) => [row.amountFen, row.ends]),
    [
      [23_990_000, true],
      [22_990_000, false],
    ],
  );
  assert.equal(await sumNow(config), 24_590_000);
  assert.equal(await sumNow(config, inDays(11)), 23_590_000);
  assert.deepEqual(whyNot(await publish(...ids)), [
    "VEHICLE_STATE_ILLEGAL",
    "价格当前状态为【已发布】，不能执行【发布】",
  ]);
});

test("VE-R7 where the brand wants it so, one person does both", async () => {
  const config = await givenConfig(app);
  const { data } = await prepare(config, {});
  await setParam(app, priceTwoPersons, "off");
  const answer = await (await preparer()).call(contract.publishPrices, { body: { ids: data.map(({ id }) => id) } });
  await setParam(app, priceTwoPersons, "on");
  assert.equal(answer.success, true);
  assert.equal(await sumNow(config), 23_590_000, "at once when no start was given");
});

test("VE-R7 nothing that has been in force changes", async () => {
  const config = await givenConfig(app);
  assert.deepEqual(whyNot(await prepare(config, { start: inDays(-1) })), past);
  const { data } = await prepare(config, { start: inDays(1) });
  await app.rows("update car_price set effective_from = now() - interval '1 hour' where id = $1", [data[0]?.id]);
  assert.deepEqual(whyNot(await publish(...data.map(({ id }) => id))), past); // its start has passed while it waited

  const [price] = await app.rows<{ id: string; version: number }>(
    "select id, version from car_price where car_config_id = $1 and kind = 'BASE' and state = 'PUBLISHED'",
    [config.id],
  );
  assert.ok(price);
  const params = { id: price.id };
  const end = async (effectiveTo: string, version: number) =>
    (await publisher()).call(contract.endPrice, { params, body: { effectiveTo, version } });
  assert.deepEqual(whyNot(await end(inDays(-1), 1)), past);
  assert.equal((await end(inDays(3), 1)).success, true);
  await app.rows("update car_price set effective_to = now() - interval '1 day' where id = $1", [price.id]);
  assert.deepEqual(whyNot(await end(inDays(3), 2)), past);
  const removed = await (await preparer()).call(contract.removePrice, { params, query: { version: 2 } });
  assert.deepEqual(whyNot(removed), ["VEHICLE_STATE_ILLEGAL", "价格当前状态为【已发布】，不能执行【删除】"]);
});

test("VE-R7 periods never overlap: not by a change before one to come, nor inside a longer one, nor by hand", async () => {
  const config = await givenConfig(app);
  const tenth = inDays(10);
  const waiting = await prepare(config, { start: inDays(6) });
  assert.equal((await change(config, { start: tenth })).success, true);
  const rival = overlap(`${config.configCode}基础价已有${tenth}起的已发布价格`);
  assert.deepEqual(whyNot(await prepare(config, { start: inDays(5) })), rival, "told to whoever prepares it");
  assert.deepEqual(whyNot(await prepare(config, {})), rival, "at once is before it too");
  assert.deepEqual(whyNot(await prepare(config, { start: inDays(12), end: inDays(14) })), rival);
  const late = await publish(...waiting.data.map(({ id }) => id));
  assert.deepEqual(whyNot(late), rival, "and to whoever publishes what was prepared before");
  assert.equal((await change(config, { start: inDays(5), end: tenth })).success, true);
  assert.equal((await baseOf(config)).length, 3);
  const twice = [
    { carConfigId: config.id, kind: "BASE" as const, amountFen: 1 },
    { carConfigId: config.id, kind: "BASE" as const, amountFen: 2 },
  ];
  const both = await (await preparer()).call(contract.preparePrices, { body: { rows: twice } });
  assert.deepEqual(whyNot(both), overlap("基础价重复"));
  const byHand = app.rows(
    `insert into car_price (id, created_at, created_by, updated_at, updated_by, car_config_id, kind, item_code, amount_fen,
       effective_from, state, published_at) values ($1, now(), $1, now(), $1, $2, 'BASE', '', 1, now(), 'PUBLISHED', now())`,
    [newId(), config.id],
  );
  await assert.rejects(byHand, { code: "23P01" });
});

test("VE-R7 if two people publish conflicting changes at once, one wins and the price book stays consistent", async () => {
  const config = await givenConfig(app);
  // both use the same start: with a later start, the second would follow the first instead of conflicting
  const start = inDays(3);
  const drafts = [await prepare(config, { start }), await prepare(config, { start, amountFen: 1 })];
  const answers = await Promise.all(drafts.map(({ data }) => publish(...data.map(({ id }) => id))));
  assert.deepEqual(answers.map(({ success }) => success).sort(), [false, true]);
  assert.equal((await baseOf(config)).length, 2);
});

test("vehicle 2.1 a price belongs to the configuration or to an item that it offers for money", async () => {
  const config = await givenConfig(app);
  const price = async (kind: "BASE" | "OPTION" | "COLOR", itemCode: string) => {
    const rows = [{ carConfigId: config.id, kind, itemCode, amountFen: 100 }];
    return whyNot(await (await preparer()).call(contract.preparePrices, { body: { rows } }));
  };
  assert.deepEqual(await price("OPTION", "OP-SEAT"), ["VEHICLE_PRICE_ITEM", "OP-SEAT不是该配置的可选项"]);
  // a standard item has no price
  assert.deepEqual(await price("COLOR", "IN-B02"), ["VEHICLE_PRICE_ITEM", "IN-B02不是该配置的可选项"]);
  assert.deepEqual(await price("BASE", "OP-ADS"), ["VEHICLE_PRICE_ITEM", "OP-ADS不是该配置的可选项"]);
  assert.equal((await price("OPTION", "OP-ADS"))[0], "");
});

test("vehicle 5.1 the grid shows each price at an instant, the change to come and whether a draft waits", async () => {
  const config = await givenConfig(app);
  await change(config, { start: inDays(10) });
  await prepare(config, { start: inDays(20) });
  const gridAt = async (at?: string) => {
    const query = { carConfigIds: config.id, ...(at ? { at } : {}) };
    const { data } = await (await preparer()).call(contract.priceGrid, { query });
    return data.list[0]?.cells ?? [];
  };
  const cells = await gridAt();
  assert.deepEqual(
    cells.map(({ itemName, amountFen, nextFen, hasDraft }) => [itemName, amountFen, nextFen, hasDraft]),
    [
      ["基础价", 23_990_000, 22_990_000, true],
      ["珍珠白", 600_000, null, false],
      ["高阶智驾", 1_200_000, null, false],
    ],
  );
  assert.partialDeepStrictEqual((await gridAt(inDays(11)))[0], { amountFen: 22_990_000, nextFen: null });
  const { data } = await (await publisher()).call(contract.listPrices, {
    query: { carConfigId: config.id, state: "DRAFT" },
  });
  assert.partialDeepStrictEqual(data.list, [{ configCode: config.configCode, state: "DRAFT", isOwn: false }]);
  const [draft] = data.list;
  assert.ok(draft);
  const query = { version: draft.version };
  assert.equal(
    (await (await publisher()).call(contract.removePrice, { params: { id: draft.id }, query })).success,
    true,
  );
});

test("vehicle 5.1 the prices of a configuration are a time line, the latest beginning first, whenever they were prepared", async () => {
  const config = await givenConfig(app);
  const [soon, later] = [inDays(20), inDays(30)];
  for (const start of [later, null, soon]) await prepare(config, { start });
  const query = { carConfigId: config.id, kind: "BASE" } as const;
  const { data } = await (await preparer()).call(contract.listPrices, { query });
  assert.deepEqual(
    data.list.slice(0, 3).map(({ effectiveFrom }) => effectiveFrom),
    [null, later, soon],
  );
});

test("VE-R7 a published price that has not begun can be withdrawn, and the former price continues; one that has begun stays", async () => {
  const config = await givenConfig(app);
  const { data } = await change(config, { start: inDays(10) });
  const [coming] = data;
  assert.ok(coming);
  const withdraw = async (id: string, version: number) =>
    (await publisher()).call(contract.withdrawPrice, { params: { id }, body: { version, reason: "价格有误" } });
  assert.deepEqual(
    (await baseOf(config)).map(({ ends }) => ends),
    [true, false],
  );
  const back = await withdraw(coming.id, coming.version);
  assert.partialDeepStrictEqual(back.data, { state: "DRAFT", publishedAt: null });
  const [former, ...others] = await baseOf(config);
  assert.deepEqual([former?.ends, others.length], [false, 0]);
  assert.equal(await sumNow(config, inDays(20)), await sumNow(config));
  assert.partialDeepStrictEqual((await app.auditOf(coming)).at(-1), { actionName: "撤回价格", reason: "价格有误" });

  assert.equal((await publish(coming.id)).success, true);
  const gone = (await baseOf(config)).at(-1);
  assert.ok(gone);
  const again = await withdraw(coming.id, back.data.version + 1);
  assert.equal(again.data.state, "DRAFT");
  const removing = { params: { id: coming.id }, query: { version: again.data.version } };
  assert.equal((await (await preparer()).call(contract.removePrice, removing)).success, true);

  assert.ok(former);
  const [row] = await app.rows<{ version: number }>("select version from car_price where id = $1", [former.id]);
  assert.deepEqual(whyNot(await withdraw(former.id, row?.version ?? 0)), [
    "VEHICLE_PRICE_BEGUN",
    "价格已生效，不能撤回",
  ]);
});

test("VE-R7 a withdrawn price restores the former one until its former end: a limited price does not become endless", async () => {
  const config = await givenConfig(app);
  const withdraw = async ({ id }: { id: string }) => {
    const [row] = await app.rows<{ version: number }>("select version from car_price where id = $1", [id]);
    const body = { version: row?.version ?? 0, reason: "价格有误" };
    assert.equal((await (await publisher()).call(contract.withdrawPrice, { params: { id }, body })).success, true);
  };
  const days = async () =>
    (
      await app.rows<{ from: number; to: number | null }>(
        `select round(extract(epoch from effective_from - $2) / 86400)::int as from,
           round(extract(epoch from effective_to - $2) / 86400)::int as to
         from car_price where car_config_id = $1 and kind = 'BASE' and state = 'PUBLISHED' and effective_from > $2
         order by effective_from`,
        [config.id, app.now()],
      )
    ).map(({ from, to }) => [from, to]);
  const put = async (start: number, end: number | null) => {
    const { data } = await change(config, { start: inDays(start), end: end === null ? null : inDays(end) });
    const [published] = data;
    assert.ok(published);
    return published;
  };
  await app.rows("update car_price set effective_to = $2 where car_config_id = $1 and kind = 'BASE'", [
    config.id,
    new Date(app.now().getTime() + 5 * 86_400_000),
  ]);
  await put(5, 15);

  const later = await put(15, null);
  await withdraw(later);
  assert.deepEqual(await days(), [[5, 15]], "it only followed");

  const displacing = await put(10, null);
  const after = await put(12, null);
  await withdraw(displacing);
  assert.deepEqual(await days(), [
    [5, 12],
    [12, null],
  ]);
  await withdraw(after);
  assert.deepEqual(await days(), [[5, 15]]);
});
