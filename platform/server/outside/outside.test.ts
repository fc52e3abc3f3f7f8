import assert from "node:assert/strict";
import { test } from "node:test";
import { leaveOutside } from "./leave.ts";
import type { Sent } from "./port.ts";
import { noteKnown, takeNextCall } from "./taken-call.ts";
import { type Answer, outsideDesk, type Request } from "./testing.ts";

const { app, ask, callAll, line, outside, refund, second, short, showing, timeOut, told } = outsideDesk();

test("PF-R120 a call is made after the commit, once, and its end is told in a transaction of its own", async () => {
  await ask("TK1");
  assert.deepEqual(outside.did, [], "nothing is sent inside of the transaction");
  await callAll([app, second]);
  await callAll();
  assert.deepEqual(outside.did, ["send TK1 13800000001"]);
  assert.deepEqual(await told(), ["done TK1 13800000001 P1 1"]);
  assert.partialDeepStrictEqual(await line("TK1"), { state: "DONE", wait: null, lastError: null });
});

test("PF-R120 with a transaction that fails nothing is asked; what does not fit is refused when it is asked", async () => {
  const lost = app.arrange(async (tx) => {
    await tx.askOutside(refund, "TK2", { phone: "1" });
    throw new Error("the transaction fails");
  });
  await assert.rejects(lost);
  const wrong: unknown = { phone: 5 };
  await assert.rejects(app.arrange((tx) => tx.askOutside(refund, "TK2", wrong as Request)));
  await callAll();
  assert.deepEqual([outside.did, await line("TK2")], [[], undefined]);
});

test("PF-R120 the key makes it one call: asked for again while it waits or after it is done, nothing is sent", async () => {
  await ask("TK3");
  await ask("TK3");
  await ask("TK3", short);
  await callAll();
  await ask("TK3");
  await callAll();
  assert.deepEqual(outside.did.length, 2, "one call per port");
  assert.equal((await told()).length, 2);
});

test("PF-R120 what is asked lies sealed, and is forgotten once the call is over", async () => {
  await ask("TK4");
  const [row] = await app.rows<{ text: string }>("select c::text as text from outside_call c");
  assert.doesNotMatch(row?.text ?? "", /13800000001/);
  const hex = Buffer.from("13800000001").toString("hex");
  assert.ok(!row?.text.includes(hex), "not in another form either");
  assert.equal((await line("TK4"))?.isSealed, true);
  await callAll();
  assert.equal((await line("TK4"))?.isSealed, false);
  await told();
});

test("PF-R120 a time-out leads to asking, never to a second sending; the waits grow, and the outcome is told", () =>
  app.holdTime(async () => {
    outside.sends = timeOut;
    outside.queries = async () => ({ is: "PENDING", reason: "处理中" });
    await ask("TK5");
    await callAll();
    const waits = [(await line("TK5"))?.wait];
    for (const seconds of [60, 300, 300]) {
      app.passTime(seconds - 0.001);
      await callAll();
      app.passTime(0.001);
      await callAll();
      waits.push((await line("TK5"))?.wait);
    }
    assert.deepEqual(waits, [60, 300, 300, 300]);
    assert.partialDeepStrictEqual(await line("TK5"), {
      state: "ASKING",
      tries: 4,
      lastError: null,
      progress: "处理中",
    });
    outside.queries = async () => ({ is: "DONE", answer: { paymentNo: "P5" } });
    app.passTime(300);
    await callAll();
    assert.deepEqual(
      outside.did.filter((one) => !one.startsWith("tried")),
      ["send TK5 13800000001", "query TK5", "query TK5", "query TK5", "query TK5"],
    );
    assert.deepEqual(outside.did.filter((one) => one.startsWith("tried"))[0], "tried TK5 1 超时");
    assert.deepEqual(await told(), ["done TK5 13800000001 P5 5"]);
  }));

test("PF-R120 a port that never answers is given up after its time, and asked for, too", () =>
  app.holdTime(async () => {
    outside.sends = () => new Promise(() => undefined);
    await ask("TK6");
    await callAll();
    assert.partialDeepStrictEqual(await line("TK6"), { state: "ASKING", lastError: "超时", wait: 60 });
    assert.deepEqual(outside.did, ["send TK6 13800000001", "tried TK6 1 超时"]);
  }));

test("PF-R120 an answer that cannot be read decides nothing: it is asked for", async () => {
  const odd: unknown = { is: "DONE", answer: { paymentNo: 5 } };
  outside.sends = async () => odd as Sent<Answer>;
  await ask("TK7");
  await callAll();
  assert.partialDeepStrictEqual(await line("TK7"), { state: "ASKING", lastError: "对方的应答无法识别" });
});

test("PF-R120 a lease that ended without a word is followed by asking; who comes late with an answer is not heard", () =>
  app.holdTime(async () => {
    const late = Promise.withResolvers<Sent<Answer>>();
    const reached = Promise.withResolvers<void>();
    outside.sends = () => {
      reached.resolve();
      return late.promise;
    };
    outside.queries = async () => ({ is: "DONE", answer: { paymentNo: "P8" } });
    await ask("TK8");
    const first = app.node.outside.callAll();
    await reached.promise;
    assert.partialDeepStrictEqual(
      await line("TK8"),
      { state: "CALLING", wait: 60 },
      "kept for the first wait at least",
    );
    app.passTime(60);
    await callAll([second]);
    late.resolve({ is: "DONE", answer: { paymentNo: "late" } });
    await first;
    assert.deepEqual(await told(), ["done TK8 13800000001 P8 2"]);
    assert.deepEqual(outside.did, ["send TK8 13800000001", "query TK8"]);
  }));

test("PF-R120 what the other side certainly has not taken is sent again; after the last wait it is given up", () =>
  app.holdTime(async () => {
    outside.sends = async () => ({ is: "NOT_TAKEN", reason: "忙" });
    await ask("TK9", short);
    for (const seconds of [5, 30, 0]) {
      await callAll();
      app.passTime(seconds);
    }
    await callAll();
    assert.deepEqual(outside.did.filter((one) => one.startsWith("send")).length, 3);
    assert.deepEqual(await told(), ["failed TK9 GIVEN_UP 忙"]);
    assert.partialDeepStrictEqual(await line("TK9"), { state: "FAILED", failure: "GIVEN_UP", isSealed: false });
  }));

test("PF-R120 for `mostHours` the last wait is repeated; then what is unknown ends as unsure, to be asked for once more", () =>
  app.holdTime(async () => {
    outside.sends = timeOut;
    outside.queries = timeOut;
    await ask("TK10");
    for (let minutes = 0; minutes < 60; minutes++) {
      await callAll();
      app.passTime(60);
    }
    await callAll();
    assert.deepEqual(outside.did.filter((one) => one.startsWith("query")).length, 12);
    assert.deepEqual(await told(), ["failed TK10 UNSURE 超时"]);
    assert.partialDeepStrictEqual(await line("TK10"), { state: "FAILED", failure: "UNSURE", isSealed: true });
  }));

for (const kind of ["REFUSED", "ABSENT", "UNSURE"] as const) {
  test(`PF-R120 asking ends a call as failed with a reason: ${kind}; its words name nobody`, async () => {
    outside.sends = async () => ({ is: "PENDING", reason: "已受理" });
    outside.queries = async () => ({ is: kind, reason: "账户 13800000001 卡 6222020200012345678 不符" });
    await ask("TK11");
    await callAll();
    await app.rows("update outside_call set due_at = $1", [app.now()]);
    await callAll();
    assert.deepEqual(await told(), [`failed TK11 ${kind} 账户 138****0001 卡 *** 不符`]);
    assert.partialDeepStrictEqual(await line("TK11"), { state: "FAILED", failure: kind });
  });
}

test("PF-R120 operators read Chinese: other words of the other side are quoted, and none at all are said to be missing", async () => {
  for (const [reason, read] of [
    ["insufficient balance 13800000001", "对方返回：insufficient balance 138****0001"],
    ["余额不足 (E12)", "余额不足 (E12)"],
    [" ", "对方未说明原因"],
  ] as const) {
    outside.sends = async () => ({ is: "REFUSED", reason });
    await ask("TK17");
    await callAll();
    assert.deepEqual(await told(), [`failed TK17 REFUSED ${read}`]);
    outside.sends = async () => ({ is: "NOT_TAKEN", reason });
    await ask("TK17");
    await callAll();
    assert.equal((await line("TK17"))?.lastError, read);
    await app.rows("delete from outside_call");
  }
});

test("PF-R120 asked for again by its module, what certainly did not happen is sent, what is unsure is asked for", async () => {
  for (const [kind, expected] of [
    ["REFUSED", "send TK12 13800000001"],
    ["UNSURE", "query TK12"],
  ] as const) {
    outside.sends = timeOut;
    outside.queries = async () => ({ is: kind, reason: "不行" });
    await app.rows("delete from outside_call");
    await ask("TK12");
    await callAll();
    await app.rows("update outside_call set due_at = $1", [app.now()]);
    await callAll();
    outside.did.length = 0;
    await ask("TK12");
    await callAll();
    assert.equal(outside.did[0], expected);
    await told();
  }
});

test("PF-R120 what nobody wants any more is not sent; once it may have arrived, it is asked for all the same", async () => {
  outside.isWanted = async () => false;
  await ask("TK13");
  await callAll();
  assert.deepEqual([outside.did, await told()], [[], ["failed TK13 WITHDRAWN 不再需要"]]);
  assert.partialDeepStrictEqual(await line("TK13"), { state: "FAILED", lastError: null }, "which troubles nobody");
  outside.isWanted = async () => true;
  outside.sends = timeOut;
  outside.queries = async () => ({ is: "DONE", answer: { paymentNo: "P" } });
  await ask("TK14");
  await callAll();
  outside.isWanted = async () => false;
  await app.rows("update outside_call set due_at = $1 where key = 'TK14'", [app.now()]);
  await callAll();
  assert.deepEqual(await told(), ["done TK14 13800000001 P 2"]);
});

test("PF-R120 where a query shows the request once more, nobody is asked for what is no longer wanted either", async () => {
  outside.sends = timeOut;
  outside.queries = async () => ({ is: "NO_ANSWER", reason: "忙" });
  await ask("SMS1", showing);
  const again = async () => {
    await app.rows("update outside_call set due_at = $1 where key = 'SMS1'", [app.now()]);
    await callAll();
  };
  await callAll();
  await again();
  assert.deepEqual(outside.did, ["send SMS1 13800000001", "tried SMS1 1 超时", "query SMS1", "tried SMS1 2 忙"]);
  outside.did.length = 0;
  outside.isWanted = async () => false;
  await again();
  assert.deepEqual([outside.did, await told()], [[], ["failed SMS1 WITHDRAWN 不再需要"]]);
  assert.partialDeepStrictEqual(await line("SMS1"), { state: "FAILED", lastError: null });
});

test("PF-R120 an end that the module cannot take is told again later, and nobody outside is asked again", () =>
  app.holdTime(async () => {
    outside.isTaken = false;
    await ask("TK15");
    await callAll();
    assert.partialDeepStrictEqual(await line("TK15"), { state: "ANSWERED", lastError: "程序错误", wait: 30 });
    assert.deepEqual(await told(), []);
    outside.isTaken = true;
    app.passTime(30);
    await callAll();
    assert.deepEqual([outside.did.length, await told()], [1, ["done TK15 13800000001 P1 1"]]);
  }));

test("PF-R120 a port that is slow delays only itself, and a node has so many tries of it under way", async () => {
  const held = Promise.withResolvers<Sent<Answer>>();
  outside.sends = ({ key }) =>
    key.startsWith("slow") ? held.promise : Promise.resolve({ is: "NOT_TAKEN", reason: "忙" });
  for (let n = 0; n < 6; n++) await ask(`slow${n}`);
  await ask("quick", short);
  const round = callAll();
  const slow = () => outside.did.filter((one) => one.startsWith("send slow")).length;
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  while ((await line("quick"))?.tries !== 1 || slow() < 4) await pause(10);
  await pause(50); // a fifth one would be sent by now
  assert.equal(slow(), 4);
  held.resolve({ is: "DONE", answer: { paymentNo: "P" } });
  await round;
  assert.equal((await told()).length, 6);
});

test("PF-R120 calls are taken one by one, also from a table that the database believes to have one", async () => {
  await app.rowsAsOwner("truncate outside_call");
  await ask("one");
  await app.rowsAsOwner("vacuum analyze outside_call"); // from then on it is joined row by row
  for (const key of ["two", "three"]) await ask(key);
  const taken = await app.arrange((tx) => takeNextCall(tx, refund));
  assert.equal(taken?.key, "one");
  const states = await Promise.all(["one", "two", "three"].map(async (key) => (await line(key))?.state));
  assert.deepEqual(states, ["CALLING", "WAITING", "WAITING"]);
});

test("PF-R120 a call that cannot be taken is put off and told to operators; its port and all others go on", () =>
  app.holdTime(async () => {
    await ask("bad");
    await ask("good");
    await ask("other", short);
    outside.isWanted = async (key) => {
      if (key === "bad") throw new Error("the module cannot say");
      return true;
    };
    await callAll();
    assert.deepEqual(await told(), ["done good 13800000001 P1 1", "done other 13800000001 P1 1"]);
    assert.partialDeepStrictEqual(await line("bad"), { state: "WAITING", tries: 0, wait: 30, lastError: "程序错误" });
    outside.isWanted = async () => true;
    app.passTime(30);
    await callAll();
    assert.deepEqual(await told(), ["done bad 13800000001 P1 1"]);
  }));

test("PF-R120 a call that begins anew is another one: a node that hung over the former one is not heard", () =>
  app.holdTime(async () => {
    const take = () => app.arrange((tx) => takeNextCall(tx, refund));
    outside.queries = async () => ({ is: "ABSENT", reason: "没有收到" });
    await ask("TK18");
    const former = await take();
    app.passTime(60);
    await callAll([second]);
    assert.deepEqual(await told(), ["failed TK18 ABSENT 没有收到"]);
    await ask("TK18");
    const present = await take();
    assert.ok(former && present);
    assert.deepEqual([former.tries, present.tries], [1, 1]);
    const note = (call: typeof present) =>
      app.arrange((tx) => noteKnown(tx, refund, call, { is: "DONE", answer: { paymentNo: "P18" } }));
    assert.deepEqual([await note(former), await note(present)], [false, true]);
    await callAll();
    await told();
  }));

test("PF-R120 a call that people leave while it is asked for is queried first when it begins anew", async () => {
  outside.sends = timeOut;
  await ask("TK19");
  await callAll();
  assert.equal(await app.arrange((tx) => leaveOutside(tx, refund, "TK19")), true);
  assert.partialDeepStrictEqual(await line("TK19"), { state: "HANDLED", failure: "UNSURE", isSealed: false });
  outside.queries = async () => ({ is: "DONE", answer: { paymentNo: "P19" } });
  await ask("TK19");
  await callAll();
  assert.deepEqual(
    outside.did.filter((one) => !one.startsWith("tried")),
    ["send TK19 13800000001", "query TK19"],
  );
  assert.deepEqual(await told(), ["done TK19 13800000001 P19 1"]);
});
