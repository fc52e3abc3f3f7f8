import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import { type GivenConfig, givenConfig, testApp } from "../testing.ts";
import { pricesOf } from "./testing-prices.ts";

const app = testApp();
const { preparer, publisher, inDays, prepare, publish, change, baseOf, sumNow } = pricesOf(app);
const idsOf = (...answers: { data: readonly { id: string }[] }[]) =>
  answers.flatMap(({ data }) => data.map(({ id }) => id));
const amountsOf = async (config: GivenConfig) => (await baseOf(config)).map(({ amountFen }) => amountFen);

test("VE-R7 several prices of one item are published in the order in which they begin, whichever was prepared first", async () => {
  const config = await givenConfig(app);
  const later = await prepare(config, { start: inDays(20), amountFen: 3 });
  const sooner = await prepare(config, { start: inDays(10), amountFen: 2 });
  const atOnce = await prepare(config, { amountFen: 1 });
  const { msg, data } = await publish(...idsOf(later, sooner, atOnce));
  assert.equal(msg, "");
  assert.deepEqual(
    data.map(({ state }) => state),
    ["PUBLISHED", "PUBLISHED", "PUBLISHED"],
  );
  assert.deepEqual(await amountsOf(config), [23_990_000, 1, 2, 3]);
  assert.equal(await sumNow(config, inDays(11)), 600_002);
  assert.equal(await sumNow(config, inDays(21)), 600_003);
});

const noticesOf = async ({ user }: { user: { id: string } }) =>
  app.rows<{ title: string; content: string; route: string }>(
    "select title, content, route from notice where user_id = $1 order by id",
    [user.id],
  );

test("VE-R7 the author of a draft that a publication makes impossible is notified, once and with the reason", async () => {
  const [config, other] = [await givenConfig(app), await givenConfig(app)];
  const [tenth, twentieth] = [inDays(10), inDays(20)];
  await prepare(config, { start: tenth });
  await prepare(config, {}); // a draft without a start, which begins with its publication
  await prepare(config, { start: inDays(30) }); // a draft that begins after the published price
  await prepare(other, { start: tenth });
  const first = await prepare(config, { start: twentieth });
  assert.deepEqual(await noticesOf(await preparer()), []);
  assert.equal((await publish(...idsOf(first))).msg, "");

  const told = (start: string, count: number) => ({
    title: "准备的价格已无法发布",
    content: `价格生效期重叠：${config.configCode}基础价已有${start}起的已发布价格。受影响的草稿${count}个，请删除后重新准备，或撤回已发布的价格`,
    route: "/RightCenter/CarConfigMaintain?tab=prices",
  });
  assert.deepEqual(await noticesOf(await preparer()), [told(twentieth, 2)]);
  const fortieth = inDays(40);
  assert.equal((await change(config, { start: fortieth })).msg, "");
  const [, second, third] = await noticesOf(await preparer());
  assert.deepEqual(
    [second, third],
    [told(fortieth, 1), undefined],
    "of those that were told before nothing is told again",
  );
  assert.deepEqual(await noticesOf(await publisher()), []);
});

test("VE-R6 VE-R7 an author who may no longer prepare prices is not notified about future ones", async () => {
  const config = await givenConfig(app);
  const former = await app.signIn({ permissions: ["vehicle:price:edit"] });
  const rows = [{ carConfigId: config.id, kind: "BASE" as const, amountFen: 1 }];
  const drafted = await former.call(contract.preparePrices, { body: { start: inDays(1), end: null, rows } });
  assert.equal(drafted.msg, "");
  await app.rows(`delete from role_grant g using membership m where m.id = g.membership_id and m.user_id = $1`, [
    former.user.id,
  ]);
  assert.equal((await change(config, { start: inDays(2) })).msg, "");
  assert.deepEqual(await noticesOf(former), []);
});
