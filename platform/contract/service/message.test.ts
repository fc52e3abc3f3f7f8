import assert from "node:assert/strict";
import { test } from "node:test";
import { hole, message, messageLength, writeMessage } from "./message.ts";

const told = message({
  code: "ORDER_READY",
  name: "交付通知",
  text: "您的{car}将于{day}交付，请于{at}前付清{rest}元，还有{n}项待办，取车码{code}。",
  holes: {
    car: hole.text(6),
    day: hole.day(),
    at: hole.time(),
    rest: hole.money(),
    n: hole.count(),
    code: hole.secret(6),
  },
});
const values = {
  car: "星越",
  day: "2031-05-06",
  at: new Date(Date.UTC(2031, 4, 5, 1, 30)),
  rest: 1_234_500,
  n: 3,
  code: "402913",
};

test("PF-R125 each kind of hole writes its value; what is secret stays open in the text", () => {
  const { text, params } = writeMessage(told, values);
  assert.equal(text, "您的星越将于2031-05-06交付，请于2031-05-05 09:30前付清12,345.00元，还有3项待办，取车码{code}。");
  assert.deepEqual(params, {
    car: "星越",
    day: "2031-05-06",
    at: "2031-05-05 09:30",
    rest: "12,345.00",
    n: "3",
    code: "402913",
  });
});

test("PF-R125 a text that is too long for its hole is cut, a day that is none is refused", () => {
  assert.equal(writeMessage(told, { ...values, car: "一二三四五六" }).params["car"], "一二三四五六");
  assert.equal(writeMessage(told, { ...values, car: "一二三四五六七" }).params["car"], "一二三四五…");
  assert.throws(() => writeMessage(told, { ...values, day: "2031-02-30" }));
  assert.equal(writeMessage(told, { ...values, car: "一二三四𠮷六" }).params["car"], "一二三四…", "no half of a pair");
  assert.equal(writeMessage(told, { ...values, car: "一二三𠮷五六" }).params["car"], "一二三𠮷…");
});

test("PF-R125 over 70 characters a message travels in parts of 67, counted with its holes at their longest", () => {
  const longText = (longest: number) =>
    message({ code: "X", name: "", text: "{a}。", holes: { a: hole.text(longest - 1) } });
  const lengths = [70, 71, 134, 135].map((longest) => messageLength(longText(longest)));
  assert.deepEqual(lengths, [
    { longest: 70, parts: 1 },
    { longest: 71, parts: 2 },
    { longest: 134, parts: 2 },
    { longest: 135, parts: 3 },
  ]);
  const rare = message({ code: "X", name: "", text: `${"𠮷".repeat(35)}{a}`, holes: { a: hole.text(1) } });
  assert.deepEqual(
    messageLength(rare),
    { longest: 71, parts: 2 },
    "a rare character counts twice, as the network counts it",
  );
  assert.equal(messageLength(told).longest, 24 + 6 + 10 + 16 + 14 + 7 + 6);
});

test("PF-R125 a hole without a kind and a kind without a hole do not compile", () => {
  // @ts-expect-error the hole has no kind
  message({ code: "A", name: "", text: "{a}", holes: {} });
  // @ts-expect-error the kind has no hole
  message({ code: "A", name: "", text: "", holes: { a: hole.count() } });
  // @ts-expect-error a number is asked for
  writeMessage(message({ code: "A", name: "", text: "{a}", holes: { a: hole.count() } }), { a: "1" });
});
