import assert from "node:assert/strict";
import { test } from "node:test";
import { hole, message } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { askCustomer, findOrCreateCustomer, tellCustomer, tryCustomer } from "../index.ts";
import { newCustomer, testApp } from "../testing.ts";

const app = testApp();

const probe = message({
  code: "PROBE_TOLD",
  name: "样本",
  text: "您的权益{name}已到账{amount}元。",
  holes: { name: hole.text(10), amount: hole.money() },
});

test("order 15 tellCustomer, askCustomer, tryCustomer: modules above reach a customer whose phone they never see", async () => {
  const typed = newCustomer();
  const { customerId } = await app.arrange((tx) => findOrCreateCustomer(tx, typed));
  await app.arrange((tx) => tellCustomer(tx, { customerId, message: probe, params: { name: "充电", amount: 12_345 } }));
  const sent = (code: string) =>
    app.rows<{ text: string; phone: string; params: { code: string } }>(
      "select text, mobile_phone as phone, params from sms_outbox where template_code = $1",
      [code],
    );
  const [told] = await sent("PROBE_TOLD");
  assert.deepEqual([told?.text, told?.phone], ["您的权益充电已到账123.45元。", typed.phone]);
  const failed = app.arrange(async (tx) => {
    await tellCustomer(tx, { customerId, message: probe, params: { name: "积分", amount: 1 } });
    throw new Error("the business fails");
  });
  await assert.rejects(failed, /the business fails/);
  assert.equal((await sent("PROBE_TOLD")).length, 1, "a transaction that fails sends nothing (PF-R125)");
  const about = `probe:${newId()}`;
  await app.arrange((tx) => askCustomer(tx, { customerId, about }, "领取权益"));
  const [asked] = await sent("CONFIRM_CODE");
  const code = asked?.params.code ?? "";
  assert.match(asked?.text ?? "", /^您正在确认「领取权益」/);
  const tries = (other: object) => app.arrange((tx) => tryCustomer(tx, { customerId, about, code, ...other }));
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  assert.deepEqual(
    [await tries({ code: wrong }), await tries({ about: "probe:other" }), await tries({}), await tries({})],
    [false, false, true, false],
  );
  await assert.rejects(
    app.arrange((tx) => askCustomer(tx, { customerId: newId(), about }, "领取权益")),
    { msgCode: "COMMON_NOT_FOUND" },
  );
});
