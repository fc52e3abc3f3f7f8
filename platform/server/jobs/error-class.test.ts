import assert from "node:assert/strict";
import { test } from "node:test";
import { commonErrors } from "@ops/platform/contract";
import { errorClass } from "./error-class.ts";

test("platform 10 an error is told by its class and code, never by its words", () => {
  const coded = (message: string, code: string) => Object.assign(new Error(message), { code });
  const cases: [unknown, string][] = [
    [commonErrors.duplicate({ field: "张三 138 1234 5678" }), "业务拒绝 COMMON_DUPLICATE"],
    [coded('duplicate key "phone"=(138-1234-5678)', "23505"), "数据库错误 23505"],
    [coded("canceling statement due to statement timeout", "57014"), "超时"],
    [new DOMException("The operation was aborted due to timeout", "TimeoutError"), "超时"],
    [{ message: "job timed out" }, "超时"],
    [{ message: "job heartbeat timeout" }, "超时"],
    [coded("connect ECONNREFUSED 10.0.0.1", "ECONNREFUSED"), "连接失败 ECONNREFUSED"],
    [coded("write", "EPIPE"), "连接失败 EPIPE"],
    [new TypeError("fetch failed", { cause: coded("socket of 张三", "ECONNRESET") }), "连接失败 ECONNRESET"],
    [new TypeError("张三 has no phone"), "程序错误"],
    [coded("odd", "张三"), "程序错误"],
    ["张三", "程序错误"],
    [null, "程序错误"],
  ];
  for (const [error, said] of cases) assert.equal(errorClass(error), said);
});
