import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf } from "./address.ts";
import { downloadName } from "./download-name.ts";
import { failureOf, failureWithoutAnswer, refusalText } from "./failures.ts";
import { repeatFilter } from "./repeats.ts";

test("PF-R77 the address carries params and query, empty values left out", () => {
  const address = addressOf(
    { path: "/clue/v1/clues/{id}" },
    { params: { id: "a/b" }, query: { keyword: "张 三", level: "", status: undefined, codes: ["a", "b"] } },
  );
  assert.equal(address, "/clue/v1/clues/a%2Fb?keyword=%E5%BC%A0+%E4%B8%89&codes=a%2Cb");
});

test("PF-R78 shows msg, or else msgCode", () => {
  assert.equal(refusalText({ msg: "旧密码错误", msgCode: "OLD_PWD_WRONG" }), "旧密码错误");
  assert.equal(refusalText({ msg: "", msgCode: "OLD_PWD_WRONG" }), "OLD_PWD_WRONG");
});

test("PF-R78 identical notifications within 2 s are merged", () => {
  let now = 0;
  const isRepeat = repeatFilter(2000, () => now);
  assert.equal(isRepeat("a"), false);
  now = 1999;
  assert.deepEqual([isRepeat("a"), isRepeat("b")], [true, false]);
  now = 2000;
  assert.equal(isRepeat("a"), false);
});

test("PF-R29 HTTP 401 and 403 end the session with the specified message", () => {
  for (const status of [401, 403]) {
    const failure = failureOf(status, "别的文字");
    assert.equal(failure.kind, "session");
    assert.equal(failure.message, "您的账号登录超时或已在其他地方登录，若不是本人操作，请注意账号安全！");
  }
});

test("PF-R79 HTTP 404", () => {
  assert.equal(failureOf(404, "").message, "接口404，未找到资源路径！");
  assert.equal(failureOf(404, "").kind, "notFound");
});

test("PF-R80 HTTP 500 takes the message from the body", () => {
  assert.equal(failureOf(500, "系统异常，请联系管理员（编号：7f）").message, "系统异常，请联系管理员（编号：7f）");
});

test("PF-R81 any other status is busy, no answer is an error, the caller's own abort is silent", () => {
  for (const status of [429, 502, 503, 504, 400]) assert.equal(failureOf(status, "x").message, "系统繁忙，请稍后再试");
  assert.equal(failureWithoutAnswer(new TypeError()).message, "接口请求出错，请联系管理员！");
  assert.equal(failureWithoutAnswer(new DOMException("", "AbortError")).kind, "aborted");
});

const at = new Date("2025-06-18T10:22:31+08:00");
test("PF-R82 the name comes from the header, percent-decoded, with a timestamp before the extension", () => {
  assert.equal(downloadName(encodeURIComponent("用户列表.xlsx"), at), "用户列表_20250618102231.xlsx");
  assert.equal(downloadName("a.b.csv", at), "a.b_20250618102231.csv");
  assert.equal(downloadName("100%.csv", at), "100%_20250618102231.csv");
  assert.equal(downloadName("..%2F..%2Fevil.xlsx", at), "evil_20250618102231.xlsx");
});

test("PF-R82 a missing header or a name without extension gives no file", () => {
  for (const header of [null, "", "name", "name.", ".xlsx"]) assert.equal(downloadName(header, at), null);
});
