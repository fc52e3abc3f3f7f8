import assert from "node:assert/strict";
import { test } from "node:test";
import { testApp } from "../testing.ts";
import { askConfirmation, tryConfirmation } from "./confirmation.ts";
import { messageJob } from "./message.ts";

const app = testApp();
let made = 0;
const newPhone = () => `1360000${String(++made).padStart(4, "0")}`;
const about = "bankAccount:1";

const ask = (phone: string) => app.arrange((tx) => askConfirmation(tx, { phone, about }, "更换结算账户"));
const attempt = (phone: string, code: string, of = about) =>
  app.arrange((tx) => tryConfirmation(tx, { phone, about: of, code }));

async function codeSentTo(phone: string): Promise<string> {
  const [message] = await app.rows<{ params: { code: string } }>(
    "select params from sms_outbox where mobile_phone = $1 order by id desc limit 1",
    [phone],
  );
  return message?.params.code ?? "";
}
const another = (code: string) => (code === "000000" ? "000001" : "000000");

test("confirmation: six digits confirm what they were asked for, once and for ten minutes", async () => {
  const phone = newPhone();
  await ask(phone);
  const code = await codeSentTo(phone);
  assert.match(code, /^\d{6}$/);
  assert.equal(await attempt(phone, code, "bankAccount:2"), false);
  assert.equal(await attempt(newPhone(), code), false);
  assert.equal(await attempt(phone, code), true);
  assert.equal(await attempt(phone, code), false);
  const late = newPhone();
  await ask(late);
  app.passTime(601);
  assert.equal(await attempt(late, await codeSentTo(late)), false);
});

test("confirmation: five wrong tries kill the code; asked again too soon it is refused", async () => {
  const phone = newPhone();
  await ask(phone);
  await assert.rejects(ask(phone), { message: /^请\d+秒后再获取$/ });
  const code = await codeSentTo(phone);
  for (let n = 0; n < 5; n++) assert.equal(await attempt(phone, another(code)), false);
  assert.equal(await attempt(phone, code), false);
});

test("confirmation: a message leaves once, however often its job runs", async () => {
  const phone = newPhone();
  await ask(phone);
  const [row] = await app.rows<{ id: string }>("select id from sms_outbox where mobile_phone = $1", [phone]);
  const run = () => messageJob(undefined).run({ step: (act) => app.arrange(act) }, { outboxId: row?.id ?? "" });
  await run();
  await run();
  const told = await app.rows("select status, attempts from sms_outbox where mobile_phone = $1", [phone]);
  assert.deepEqual(told, [{ status: "SENT", attempts: 1 }]);
});
