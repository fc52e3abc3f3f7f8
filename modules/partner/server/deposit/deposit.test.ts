import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import { depositShortFen } from "../contract/deposit-balance.ts";
import { dayIn, givenContract, givenPartner, testApp } from "../testing.ts";

const app = testApp();
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];

async function entries(partner: { id: string }) {
  const finance = await app.signIn({ permissions: ["partner:deposit:edit"] });
  return (kind: "PAY" | "DEDUCT" | "REFUND", amountFen: number, happenedOn = dayIn(app, 0)) =>
    finance.call(contract.addDeposit, {
      params: { id: partner.id },
      body: { kind, amountFen, happenedOn, voucher: "PZ001" },
    });
}

test("PT-R17 the balance is the sum of the entries; below the contract's amount the partner is tagged", async () => {
  const partner = await givenPartner(app, { riskTags: ["PAPER"] });
  await givenContract(app, partner, { depositFen: 500_000 });
  const tags = async () =>
    (await app.rows<{ riskTags: string[] }>("select risk_tags from partner where id = $1", [partner.id]))[0]?.riskTags;
  const shortFen = () => app.arrange((tx) => depositShortFen(tx, partner.id));
  assert.deepEqual([await tags(), await shortFen()], [["DEPOSIT", "PAPER"], 500_000]);
  const add = await entries(partner);
  assert.partialDeepStrictEqual((await add("PAY", 300_000)).data, { balanceFen: 300_000, shortFen: 200_000 });
  const { data } = await add("PAY", 250_000);
  assert.partialDeepStrictEqual(data, { balanceFen: 550_000, wantedFen: 500_000, shortFen: 0 });
  assert.deepEqual(await tags(), ["PAPER"], "the other tag stays");
  assert.partialDeepStrictEqual((await add("DEDUCT", 100_000)).data, { balanceFen: 450_000, shortFen: 50_000 });
  assert.deepEqual([await tags(), await shortFen()], [["DEPOSIT", "PAPER"], 50_000]);
  assert.deepEqual(
    (await add("REFUND", 1)).data.entries.map((entry) => entry.balanceAfterFen),
    [449_999, 450_000, 550_000, 300_000],
  );
});

test("PT-R17 the balance never falls below 0, even with two parallel deductions", async () => {
  const partner = await givenPartner(app);
  const add = await entries(partner);
  await add("PAY", 100);
  assert.deepEqual(whyNot(await add("REFUND", 101)), ["PARTNER_DEPOSIT_NEG", "保证金余额不足"]);
  const both = await Promise.all([add("REFUND", 60), add("DEDUCT", 60)]);
  assert.deepEqual(both.map(({ success }) => success).sort(), [false, true]);
  assert.deepEqual(whyNot(await add("PAY", 1, dayIn(app, 1))), ["PARTNER_DEPOSIT_FUTURE", "发生日期不能晚于今天"]);
  const byHand = app.rows("update partner_deposit set balance_after_fen = -1 where partner_id = $1", [partner.id]);
  await assert.rejects(byHand, { code: "23514" });
  const elsewhere = await app.signIn({ permissions: ["partner:deposit:edit"], scope: "ORG_TREE" });
  const hidden = await elsewhere.call(contract.getDeposit, { params: { id: partner.id } });
  assert.equal(hidden.msgCode, "COMMON_NOT_FOUND");
});

test("PT-R17 before the start of its contract, a partner owes the amount of the signed one", async () => {
  const partner = await givenPartner(app, { state: "ONBOARDING" });
  await givenContract(app, partner, { startOn: dayIn(app, 5), endOn: dayIn(app, 300), depositFen: 800 });
  assert.equal(await app.arrange((tx) => depositShortFen(tx, partner.id)), 800);
  const second = { startOn: dayIn(app, 301), endOn: dayIn(app, 400) };
  await givenContract(app, partner, { ...second, depositFen: 900 });
  assert.equal(await app.arrange((tx) => depositShortFen(tx, partner.id)), 800, "the next one counts, not a later");
  const other = await givenPartner(app, { state: "ONBOARDING" });
  await givenContract(app, other, { ...second, state: "APPROVED", depositFen: 700 });
  await givenContract(app, other, { ...second, kind: "SUPPLEMENT", depositFen: 600 });
  assert.equal(await app.arrange((tx) => depositShortFen(tx, other.id)), 0, "nothing that is signed asks for it");
});

test("PT-R17 a missing fen counts as short; a partner that got everything back has a balance of 0", async () => {
  const partner = await givenPartner(app);
  await givenContract(app, partner, { depositFen: 1 });
  const tags = async () =>
    (await app.rows<{ riskTags: string[] }>("select risk_tags from partner where id = $1", [partner.id]))[0]?.riskTags;
  assert.deepEqual(await tags(), ["DEPOSIT"]);
  const finance = await app.signIn({ permissions: ["partner:deposit:edit"] });
  const { data: none } = await finance.call(contract.getDeposit, { params: { id: partner.id } });
  assert.deepEqual(none, { balanceFen: 0, wantedFen: 1, shortFen: 1, entries: [] });
  const add = (kind: "PAY" | "REFUND", note: string) =>
    finance.call(contract.addDeposit, {
      params: { id: partner.id },
      body: { kind, amountFen: 1, happenedOn: dayIn(app, 0), voucher: "PZ9", note },
    });
  await add("PAY", "首笔");
  assert.deepEqual(await tags(), []);
  const { data } = await add("REFUND", "");
  assert.deepEqual(await tags(), ["DEPOSIT"]);
  assert.deepEqual(
    data.entries.map((one) => [one.kind, one.amountFen, one.balanceAfterFen, one.note, one.createdByName]),
    [
      ["REFUND", 1, 0, null, finance.user.userName],
      ["PAY", 1, 1, "首笔", finance.user.userName],
    ],
  );
  const rows = await app.rows("select entry_no from partner_deposit where partner_id = $1 order by 1", [partner.id]);
  assert.deepEqual(rows, [{ entryNo: 1 }, { entryNo: 2 }]);
});

test("PT-R17 the last 500 entries are shown", async () => {
  const partner = await givenPartner(app);
  await app.rows(
    `insert into partner_deposit (id, created_at, created_by, updated_at, updated_by, partner_id, entry_no, kind, amount_fen,
       happened_on, voucher, balance_after_fen)
     select gen_random_uuid(), now(), $1, now(), $1, $1, n, 'PAY', 1, current_date, 'PZ', n from generate_series(1, 501) n`,
    [partner.id],
  );
  const finance = await app.signIn({ permissions: ["partner:deposit:edit"] });
  const { data } = await finance.call(contract.getDeposit, { params: { id: partner.id } });
  assert.deepEqual([data.balanceFen, data.entries.length, data.entries.at(-1)?.balanceAfterFen], [501, 500, 2]);
});

test("PT-R17 an amount or a balance beyond 1000亿元 is refused, whatever it would add up to", async () => {
  const partner = await givenPartner(app);
  const add = await entries(partner);
  for (const amountFen of [Number.MAX_SAFE_INTEGER, 10_000_000_000_001]) {
    assert.deepEqual(whyNot(await add("PAY", amountFen)), ["COMMON_PARAM", "金额格式不正确"]);
  }
  assert.equal((await add("PAY", 10_000_000_000_000)).data.balanceFen, 10_000_000_000_000);
  assert.deepEqual(whyNot(await add("PAY", 1)), ["PARTNER_DEPOSIT_MUCH", "保证金余额不能超过1000亿元"]);
});
