import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, SKIPPED } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type GivenConfig, givenConfig, testApp } from "../testing.ts";
import { priceImportSource } from "./import.ts";
import { pricesOf } from "./testing-prices.ts";

const app = testApp();
const { preparer, publisher, inDays, prepare, publish, change, baseOf, sumNow } = pricesOf(app);
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const past = ["VEHICLE_PRICE_PAST", "不能修改已生效的价格"];
const wrongEnd = ["COMMON_PARAM", "失效时间格式不正确"];
const overlap = (detail: string) => ["VEHICLE_PRICE_OVERLAP", `价格生效期重叠：${detail}`];

async function endPrice(id: string, effectiveTo: string) {
  const [row] = await app.rows<{ version: number }>("select version from car_price where id = $1", [id]);
  const body = { effectiveTo, version: row?.version ?? 0 };
  return (await publisher()).call(contract.endPrice, { params: { id }, body });
}

async function withdraw(id: string) {
  const [row] = await app.rows<{ version: number }>("select version from car_price where id = $1", [id]);
  const body = { version: row?.version ?? 0, reason: "价格有误" };
  return (await publisher()).call(contract.withdrawPrice, { params: { id }, body });
}

/** Reads start and end of the published base prices, in days from now. */
const periodsOf = async ({ id }: GivenConfig) =>
  (
    await app.rows<{ starts: number; ends: number | null }>(
      `select round(extract(epoch from effective_from - $2) / 86400)::int as starts,
         round(extract(epoch from effective_to - $2) / 86400)::int as ends
       from car_price where car_config_id = $1 and kind = 'BASE' and state = 'PUBLISHED' order by effective_from`,
      [id, app.now()],
    )
  ).map(({ starts, ends }) => [starts < -300 ? "past" : starts, ends]);

async function published(config: GivenConfig, start: string, end: string | null = null): Promise<string> {
  const { data, msg } = await change(config, { start, end });
  assert.equal(msg, "");
  return data[0]?.id ?? "";
}

test("VE-R7 a price ends after it begins, and no earlier than now", async () => {
  const config = await givenConfig(app);
  const [third, fourth] = [inDays(3), inDays(4)];
  assert.deepEqual(whyNot(await prepare(config, { start: third, end: third })), wrongEnd);
  assert.deepEqual(whyNot(await prepare(config, { start: third, end: inDays(2) })), wrongEnd);
  assert.deepEqual(whyNot(await prepare(config, { end: inDays(-1) })), wrongEnd);
  const coming = await published(config, third);
  assert.deepEqual(whyNot(await endPrice(coming, third)), wrongEnd);
  assert.deepEqual(whyNot(await endPrice(coming, inDays(2))), wrongEnd);
  const ended = await endPrice(coming, fourth);
  assert.partialDeepStrictEqual(ended.data, { state: "PUBLISHED", effectiveFrom: third, effectiveTo: fourth });
  const [first] = await baseOf(config);
  const rival = `${config.configCode}基础价已有${third}至${ended.data.effectiveTo}的已发布价格`;
  assert.deepEqual(whyNot(await endPrice(first?.id ?? "", inDays(5))), overlap(rival));
  assert.equal((await endPrice(first?.id ?? "", inDays(2))).msg, "");
  assert.deepEqual(await periodsOf(config), [
    ["past", 2],
    [3, 4],
  ]);
});

test("VE-R7 a draft is not published once its end has come or its start has passed", async () => {
  const config = await givenConfig(app);
  const [draft] = (await prepare(config, {})).data;
  assert.ok(draft);
  await app.rows("update car_price set effective_to = now() - interval '1 minute' where id = $1", [draft.id]);
  assert.deepEqual(whyNot(await publish(draft.id)), past);
  await app.rows("update car_price set effective_to = null where id = $1", [draft.id]);
  const { data } = await publish(draft.id, draft.id);
  assert.equal(data.length, 1, "named twice, it is published once");
  const { user } = await publisher();
  const rows = await app.rows<{ publishedBy: string; displacedId: string; displacedEnd: Date | null }>(
    "select published_by, displaced_id, displaced_end from car_price where id = $1",
    [draft.id],
  );
  const [former] = await baseOf(config);
  assert.deepEqual(rows, [{ publishedBy: user.id, displacedId: former?.id, displacedEnd: null }]);
  const logs = await app.rows(
    "select summary from audit_log where summary = '1个价格' and actor_id = $1 order by occurred_at",
    [user.id],
  );
  assert.ok(logs.length > 0);
});

test("VE-R7 a price replaces one that ends no later than itself; if the other one lasts longer, it is refused", async () => {
  const config = await givenConfig(app);
  const twentieth = inDays(20);
  const [first] = await baseOf(config);
  assert.equal((await endPrice(first?.id ?? "", twentieth)).msg, "");
  const whole = await app.rows<{ from: string }>(
    "select to_char(effective_from at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as from from car_price where id = $1",
    [first?.id],
  );
  const detail = `${config.configCode}基础价已有${whole[0]?.from}至${twentieth}的已发布价格`;
  assert.deepEqual(whyNot(await prepare(config, { start: inDays(5), end: inDays(19) })), overlap(detail));
  const inside = await published(config, inDays(5), twentieth);
  assert.deepEqual(await periodsOf(config), [
    ["past", 5],
    [5, 20],
  ]);
  const beyond = await published(config, inDays(6), inDays(25));
  assert.deepEqual(await periodsOf(config), [
    ["past", 5],
    [5, 6],
    [6, 25],
  ]);
  const both = await prepare(config, { start: inDays(4), end: inDays(30) });
  assert.match(both.msg, new RegExp(`^价格生效期重叠：${config.configCode}基础价已有`));
  assert.equal((await withdraw(beyond)).msg, "");
  assert.equal((await withdraw(inside)).msg, "");
  assert.deepEqual(await periodsOf(config), [["past", 20]]);
});

test("VE-R7 a withdrawal restores only the price that it replaced, and not one that was ended by hand", async () => {
  const [one, other] = [await givenConfig(app), await givenConfig(app)];
  const [coming, foreign] = [await published(one, inDays(10)), await published(other, inDays(10))];
  const [former] = await baseOf(one);
  assert.equal((await endPrice(former?.id ?? "", inDays(8))).msg, "");
  assert.equal(await sumNow(one, inDays(9)), 600_000, "no base price");
  const back = await withdraw(coming);
  assert.partialDeepStrictEqual(back.data, { state: "DRAFT", publishedAt: null });
  assert.deepEqual(await periodsOf(one), [["past", 8]]);
  assert.equal(await sumNow(one, inDays(11)), 600_000);
  const [draft] = await app.rows("select displaced_id, displaced_end, published_by from car_price where id = $1", [
    coming,
  ]);
  assert.deepEqual(draft, { displacedId: null, displacedEnd: null, publishedBy: null });
  assert.equal((await withdraw(foreign)).msg, "");
  assert.deepEqual(await periodsOf(other), [["past", null]]);
  assert.deepEqual(whyNot(await withdraw(foreign)), [
    "VEHICLE_STATE_ILLEGAL",
    "价格当前状态为【草稿】，不能执行【撤回】",
  ]);
});

test("VE-R7 several prices are prepared together: for known configurations and their offered items, each once", async () => {
  const config = await givenConfig(app);
  const call = async (rows: { kind: "BASE" | "OPTION" | "COLOR"; itemCode?: string; carConfigId?: string }[]) =>
    (await preparer()).call(contract.preparePrices, {
      body: { start: inDays(3), rows: rows.map((row) => ({ carConfigId: config.id, amountFen: 100, ...row })) },
    });
  assert.equal((await call([{ kind: "BASE" }, { kind: "BASE", carConfigId: newId() }])).msgCode, "COMMON_NOT_FOUND");
  const twice = [
    { kind: "OPTION" as const, itemCode: "OP-ADS" },
    { kind: "OPTION" as const, itemCode: "OP-ADS" },
  ];
  assert.deepEqual(whyNot(await call(twice)), overlap("OP-ADS重复"));
  assert.deepEqual(whyNot(await call([{ kind: "OPTION" }])), ["VEHICLE_PRICE_ITEM", "OPTION不是该配置的可选项"]);
  const { data } = await call([{ kind: "COLOR", itemCode: "EX-W01" }, { kind: "BASE" }]);
  assert.deepEqual(
    data.map(({ kind, itemCode, itemName, configCode, amountFen, isOwn, state }) => [
      kind,
      itemCode,
      itemName,
      configCode,
      amountFen,
      isOwn,
      state,
    ]),
    [
      ["COLOR", "EX-W01", "珍珠白", config.configCode, 100, true, "DRAFT"],
      ["BASE", "", "基础价", config.configCode, 100, true, "DRAFT"],
    ],
  );
  assert.equal(data[0]?.configName, `车型${config.seriesCode} 2026款 长续航`);
  assert.notEqual(data[0]?.preparedBy, "-");
  const logs = await app.rows("select from audit_log where summary = '2个价格'");
  assert.equal(logs.length, 1);
});

test("vehicle 5.1 the grid changes at the start of a price, and shows each configuration of the series with its own prices", async () => {
  const [config, other] = [await givenConfig(app), await givenConfig(app)];
  const tenth = inDays(10);
  await change(config, { start: tenth, end: null });
  await app.rows("update car_offer set mode = 'STANDARD' where car_config_id = $1 and item_kind = 'OPTION'", [
    config.id,
  ]);
  const grid = async (query: Record<string, string>) =>
    (await (await preparer()).call(contract.priceGrid, { query })).data;
  const cellsAt = async (at: string) => (await grid({ carConfigIds: config.id, at })).list[0]?.cells ?? [];
  const shown = { kind: "BASE", itemCode: "", itemName: "基础价", hasDraft: false } as const;
  const color = {
    kind: "COLOR",
    itemCode: "EX-W01",
    itemName: "珍珠白",
    hasDraft: false,
    nextFen: null,
    nextFrom: null,
  };
  assert.deepEqual(await cellsAt(inDays(9)), [
    { ...shown, amountFen: 23_990_000, nextFen: 22_990_000, nextFrom: tenth },
    { ...color, amountFen: 600_000 },
  ]);
  assert.deepEqual(await cellsAt(tenth), [
    { ...shown, amountFen: 22_990_000, nextFen: null, nextFrom: null },
    { ...color, amountFen: 600_000 },
  ]);
  const { list, total } = await grid({ seriesId: other.seriesId });
  assert.deepEqual(
    [total, list.map(({ id, configCode, configName }) => [id, configCode, configName])],
    [1, [[other.id, other.configCode, `车型${other.seriesCode} 2026款 长续航`]]],
  );
  assert.deepEqual(
    list[0]?.cells.map(({ itemCode, amountFen }) => [itemCode, amountFen]),
    [
      ["", 23_990_000],
      ["EX-W01", 600_000],
      ["OP-ADS", 1_200_000],
    ],
  );
  assert.deepEqual((await grid({ carConfigIds: newId() })).list, []);
});

test("vehicle 8 a price of a file counts as waiting only if configuration, item, amount and start are the same", async () => {
  const [config, other] = [await givenConfig(app), await givenConfig(app)];
  const call = { options: new Set<string>(), beside: {}, prepared: undefined, taskId: null, memory: undefined };
  const row = (values: Record<string, string>) => ({ line: 2, values: { configCode: config.configCode, ...values } });
  const verdict = (values: Record<string, string>) =>
    app.arrange(async (tx) => (await priceImportSource.check(tx, [row(values)], call)).get(2));
  const color = { kind: "COLOR", itemCode: "EX-W01", yuan: "0.29", startsOn: "2099-01-01" };
  assert.equal(await verdict(color), undefined);
  const rows = [{ carConfigId: config.id, kind: "COLOR" as const, itemCode: "EX-W01", amountFen: 29 }];
  await (await preparer()).call(contract.preparePrices, { body: { start: "2099-01-01 00:00:00", rows } });
  assert.equal(await verdict(color), SKIPPED);
  assert.equal(await verdict({ ...color, yuan: "0.30" }), undefined);
  assert.equal(await verdict({ ...color, startsOn: "2099-01-02" }), undefined);
  const { startsOn: _, ...atOnce } = color;
  assert.equal(await verdict(atOnce), undefined);
  assert.equal(await verdict({ ...color, configCode: other.configCode }), undefined);
  assert.equal(await verdict({ ...color, kind: "OPTION", itemCode: "OP-ADS" }), undefined);
});
