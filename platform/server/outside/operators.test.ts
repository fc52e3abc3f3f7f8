import assert from "node:assert/strict";
import { test } from "node:test";
import {
  handleOutsideCall,
  listOutsideCalls,
  listOutsidePorts,
  myTodos,
  retryOutsideCall,
} from "@ops/platform/contract";
import { newId } from "../secret/crypto.ts";
import { sealFor } from "./ask.ts";
import { outsideDesk } from "./testing.ts";

const { app, ask, callAll, line, outside, refund, short, timeOut, told } = outsideDesk();

const signIn = (token: string, ...permissions: string[]) =>
  app.admit(token, { userId: newId(), organizationId: newId(), permissions });
const operator = () => signIn("operator", listOutsideCalls.permission, retryOutsideCall.permission);

test("PF-R120 operators list calls by port, state and trouble, without what was asked", async () => {
  const token = operator();
  outside.sends = async ({ key }) =>
    key === "ok" ? { is: "DONE", answer: { paymentNo: "P" } } : { is: "REFUSED", reason: "不行" };
  await ask("ok");
  await ask("bad");
  await ask("other", short);
  await callAll();
  await told();
  const keys = async (query: object) => {
    const { data } = await app.call(listOutsideCalls, { query }, { token });
    return data.list.map(({ key }) => key).toSorted();
  };
  assert.deepEqual(await keys({}), ["bad", "ok", "other"]);
  assert.deepEqual(await keys({ port: "probe.refund" }), ["bad", "ok"]);
  assert.deepEqual(await keys({ state: "FAILED" }), ["bad", "other"]);
  assert.deepEqual(await keys({ troubled: "true" }), ["bad", "other"]);
  assert.deepEqual(await keys({ troubled: "false" }), ["ok"]);
  assert.deepEqual(await keys({ keyword: "ba" }), ["bad"]);
  const { data } = await app.call(listOutsideCalls, { query: { keyword: "bad" } }, { token });
  assert.partialDeepStrictEqual(data.list[0], {
    title: "样本退款",
    state: "FAILED",
    failure: "REFUSED",
    lastError: "不行",
    mayRetry: false,
    mayHandle: true,
  });
  assert.doesNotMatch(JSON.stringify(data), /13800000001|ealed/);
  assert.deepEqual((await app.call(listOutsidePorts, {}, { token })).data, [
    { port: "probe.refund", title: "样本退款", open: 0, troubled: 1 },
    { port: "probe.short", title: "样本短信", open: 0, troubled: 1 },
    { port: "probe.showing", title: "样本通知", open: 0, troubled: 0 },
  ]);
  const refused = await app.call(listOutsideCalls, { query: {} }, { token: signIn("nobody") });
  assert.equal(refused.msgCode, "COMMON_FORBIDDEN");
});

test("PF-R120 重试 acts now on what waits or is unsure, and sends nothing that has ended", () =>
  app.holdTime(async () => {
    const token = operator();
    const retry = async (key: string) => {
      const id = (await line(key))?.id ?? "";
      return (await app.call(retryOutsideCall, { params: { id } }, { token })).msgCode;
    };
    outside.sends = async () => ({ is: "NOT_TAKEN", reason: "忙" });
    await ask("waits");
    await callAll();
    assert.equal(await retry("waits"), "");
    outside.sends = async () => ({ is: "REFUSED", reason: "不行" });
    await callAll();
    assert.equal(outside.did.filter((one) => one.startsWith("send waits")).length, 2);
    assert.equal(await retry("waits"), "OUTSIDE_NOT_RETRYABLE", "it has ended: its module begins it anew");
    await ask("unsure");
    outside.sends = timeOut;
    outside.queries = async () => ({ is: "UNSURE", reason: "查不到" });
    await callAll();
    app.passTime(60);
    await callAll();
    outside.queries = async () => ({ is: "DONE", answer: { paymentNo: "P" } });
    const hoursLeft = async (key: string) => {
      const [found] = await app.rows<{ left: number | null }>(
        "select extract(epoch from ends_at - $2)::float8 / 3600 as left from outside_call where key = $1",
        [key, app.now()],
      );
      return found?.left;
    };
    assert.equal(await retry("unsure"), "");
    assert.equal(await hoursLeft("unsure"), 1, "the hours of its port begin anew");
    await callAll();
    assert.deepEqual(await told(), [
      "done unsure 13800000001 P 1",
      "failed unsure UNSURE 查不到",
      "failed waits REFUSED 不行",
    ]);
    assert.equal(outside.did.filter((one) => one.startsWith("send unsure")).length, 1);
    assert.equal(await retry("unsure"), "OUTSIDE_NOT_RETRYABLE", "it is done");
    outside.sends = timeOut;
    await ask("short", short);
    await callAll();
    assert.equal(await retry("short"), "");
    assert.equal(await hoursLeft("short"), null, "its port counts tries");
    const params = { id: (await line("short"))?.id ?? "" };
    await app.call(handleOutsideCall, { params, body: { reason: "看过" } }, { token });
    assert.equal((await line("short"))?.failure, "UNSURE");
    assert.deepEqual(await told(), ["failed short UNSURE 人工处理：看过"]);
    assert.equal(await retry("short"), "OUTSIDE_NOT_RETRYABLE", "people have left it");
  }));

test("PF-R120 标记已处理 needs a reason that the log keeps; the call is left alone and no todo any more", async () => {
  const token = operator();
  const blind = signIn("blind", handleOutsideCall.permission);
  const todos = async (by = token) =>
    (await app.call(myTodos, {}, { token: by })).data.filter(({ key }) => key === "platform.outsideCalls");
  const handle = (id: string, reason: string) =>
    app.call(handleOutsideCall, { params: { id }, body: { reason } }, { token });
  assert.deepEqual(await todos(), []);
  await ask("fine");
  await callAll();
  assert.equal((await handle((await line("fine"))?.id ?? "", "看过")).msgCode, "OUTSIDE_NOT_TROUBLED");
  outside.sends = timeOut;
  await ask("TK16");
  await callAll();
  assert.partialDeepStrictEqual(await todos(), [
    { title: "失败的外部调用", count: 1, route: "/home?settings=outside" },
  ]);
  assert.deepEqual(await todos(blind), [], "a card leads to nothing for those who may not open the list");
  const id = (await line("TK16"))?.id ?? "";
  assert.notEqual((await handle(id, "")).msgCode, "");
  assert.equal((await handle(id, "已电话核实退款到账")).msgCode, "");
  const [audit] = await app.rows<{ reason: string; bizNo: string }>(
    `select reason, biz_no as "bizNo" from audit_log where biz_id = $1`,
    [id],
  );
  assert.deepEqual(audit, { reason: "已电话核实退款到账", bizNo: "TK16" });
  assert.partialDeepStrictEqual(await line("TK16"), { state: "HANDLED", isSealed: false, wait: null });
  assert.deepEqual(await told(), ["done fine 13800000001 P1 1", "failed TK16 UNSURE 人工处理：已电话核实退款到账"]);
  assert.deepEqual(await todos(), []);
  outside.did.length = 0;
  await app.rows("update outside_call set updated_at = $1", [app.now()]);
  await callAll();
  assert.deepEqual(outside.did, []);
  assert.equal((await handle(id, "再看")).msgCode, "OUTSIDE_NOT_TROUBLED");
});

test("PF-R120 标记已处理 tells the module of a call that has not ended; asked again it is queried, or sent if it was never taken", () =>
  app.holdTime(async () => {
    const token = operator();
    const handle = async (key: string) => {
      const id = (await line(key))?.id ?? "";
      return (await app.call(handleOutsideCall, { params: { id }, body: { reason: "对方停机" } }, { token })).msgCode;
    };
    outside.sends = timeOut;
    await ask("lost");
    await callAll();
    outside.sends = async () => ({ is: "NOT_TAKEN", reason: "忙" });
    await ask("busy");
    await callAll();
    assert.deepEqual([await handle("lost"), await handle("busy")], ["", ""]);
    assert.deepEqual(await told(), [
      "failed busy GIVEN_UP 人工处理：对方停机",
      "failed lost UNSURE 人工处理：对方停机",
    ]);
    outside.sends = async () => ({ is: "DONE", answer: { paymentNo: "P2" } });
    outside.queries = async () => ({ is: "DONE", answer: { paymentNo: "P1" } });
    await ask("lost");
    await ask("busy");
    await callAll();
    assert.deepEqual(await told(), ["done busy 13800000001 P2 1", "done lost 13800000001 P1 1"]);
    outside.sends = async () => ({ is: "REFUSED", reason: "不行" });
    await ask("ended");
    await callAll();
    await told();
    assert.equal(await handle("ended"), "");
    assert.deepEqual(await told(), [], "it knows already");
  }));

test("PF-R120 a call whose answer its module could not take cannot be marked as handled; tried again, the module gets it", () =>
  app.holdTime(async () => {
    const token = operator();
    outside.isTaken = false;
    await ask("answered");
    await callAll();
    const waiting = await app.call(listOutsideCalls, { query: { keyword: "answered" } }, { token });
    assert.partialDeepStrictEqual(waiting.data.list, [{ state: "ANSWERED", mayRetry: true, mayHandle: false }]);
    const params = { id: waiting.data.list[0]?.id ?? "" };
    const refused = await app.call(handleOutsideCall, { params, body: { reason: "看过" } }, { token });
    assert.deepEqual([refused.msgCode, refused.msg], ["OUTSIDE_ANSWERED", "对方已有应答，只是尚未处理成功，请重试"]);
    outside.isTaken = true;
    assert.equal((await app.call(retryOutsideCall, { params }, { token })).msgCode, "");
    await callAll();
    assert.deepEqual(await told(), ["done answered 13800000001 P1 0"]);
  }));

test("PF-R120 a call that nobody can read any more is left in every state, and its module is told", async () => {
  const token = operator();
  const handle = async (key: string) => {
    const id = (await line(key))?.id ?? "";
    return (await app.call(handleOutsideCall, { params: { id }, body: { reason: "密钥已更换" } }, { token })).msgCode;
  };
  const spoil = (key: string, state: string, sealed: Buffer) =>
    app.rows(
      "update outside_call set state = $2, last_error = '程序错误', due_at = $3, request_sealed = $4 where key = $1",
      [key, state, new Date(app.now().getTime() + 3_600_000), sealed],
    );
  const failures = { WAITING: "GIVEN_UP", CALLING: "UNSURE", ASKING: "UNSURE", ANSWERED: "UNSURE" };
  for (const [state, failure] of Object.entries(failures)) {
    await ask(state);
    await spoil(state, state, Buffer.from("of another secret"));
    const [shown] = (await app.call(listOutsideCalls, { query: { keyword: state } }, { token })).data.list;
    assert.equal(shown?.mayHandle, true, state);
    assert.equal(await handle(state), "", state);
    assert.partialDeepStrictEqual(await line(state), { state: "HANDLED", failure, wait: null, isSealed: false });
  }
  const readable = (request: unknown) =>
    app.arrange(async ({ vault }) => sealFor(vault, { port: refund.port, key: "under way" }, request));
  await ask("under way");
  await spoil("under way", "CALLING", await readable({ phone: "13800000001" }));
  assert.equal(await handle("under way"), "OUTSIDE_NOT_TROUBLED");
  await spoil("under way", "ASKING", await readable({ phoneNumber: "of a former release" }));
  assert.equal(await handle("under way"), "");
  assert.deepEqual(await told(), [
    "failed ANSWERED UNSURE 人工处理：密钥已更换",
    "failed ASKING UNSURE 人工处理：密钥已更换",
    "failed CALLING UNSURE 人工处理：密钥已更换",
    "failed WAITING GIVEN_UP 人工处理：密钥已更换",
    "failed under way UNSURE 人工处理：密钥已更换",
  ]);
});

test("PF-R120 a call that the other side works on is no todo and not marked as handled; it may be asked for at once", () =>
  app.holdTime(async () => {
    const token = operator();
    outside.sends = async () => ({ is: "PENDING", reason: "待签署" });
    outside.queries = async () => ({ is: "DONE", answer: { paymentNo: "P" } });
    await ask("signing");
    await callAll();
    const todos = (await app.call(myTodos, {}, { token })).data;
    assert.deepEqual(
      todos.filter(({ key }) => key === "platform.outsideCalls"),
      [],
    );
    assert.equal((await app.call(listOutsideCalls, { query: { troubled: "true" } }, { token })).data.total, 0);
    const [shown] = (await app.call(listOutsideCalls, { query: {} }, { token })).data.list;
    assert.partialDeepStrictEqual(shown, { lastError: null, progress: "待签署", mayRetry: true, mayHandle: false });
    const params = { id: shown?.id ?? "" };
    const handled = await app.call(handleOutsideCall, { params, body: { reason: "看过" } }, { token });
    assert.equal(handled.msgCode, "OUTSIDE_NOT_TROUBLED");
    assert.equal((await app.call(retryOutsideCall, { params }, { token })).msgCode, "");
    await callAll();
    assert.deepEqual(await told(), ["done signing 13800000001 P 1"]);
    assert.equal((await line("signing"))?.progress, null);
  }));
