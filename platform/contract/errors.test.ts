import assert from "node:assert/strict";
import { test } from "node:test";
import { BusinessError, businessErrors, commonErrors, fillHoles } from "./errors.ts";

test("PF-R84 the common refusals have the specified codes and texts", () => {
  const told = [
    commonErrors.param({ field: "手机号" }),
    commonErrors.notFound(),
    commonErrors.forbidden(),
    commonErrors.versionConflict({ name: "张三", time: "2026-01-01 08:00:00" }),
    commonErrors.duplicate({ field: "工号" }),
    commonErrors.referenced(),
    commonErrors.tooManyRows(),
    commonErrors.externalFailed(),
  ].map(({ msgCode, message }) => [msgCode, message]);
  assert.deepEqual(told, [
    ["COMMON_PARAM", "手机号格式不正确"],
    ["COMMON_NOT_FOUND", "数据不存在或已被删除"],
    ["COMMON_FORBIDDEN", "您没有该操作的权限，请联系管理员！"],
    ["COMMON_VERSION_CONFLICT", "数据已被张三于2026-01-01 08:00:00修改，请刷新后重试"],
    ["COMMON_DUPLICATE", "工号已存在"],
    ["COMMON_REFERENCED", "该数据已被引用，无法删除"],
    ["COMMON_TOO_MANY_ROWS", "查询结果过多，请缩小查询范围或使用导出"],
    ["COMMON_EXTERNAL_FAILED", "外部服务暂不可用，请稍后再试"],
  ]);
});

test("PF-R84 a module's refusals carry its name; those of the platform document carry none", () => {
  const errors = businessErrors("CLUE", { targetOff: "该员工已停用", capped: "{name}已达上限{limit}" });
  assert.equal(errors.targetOff().msgCode, "CLUE_TARGET_OFF");
  const capped = errors.capped({ name: "李四", limit: 30 }, { now: 30 });
  assert.ok(capped instanceof BusinessError);
  assert.deepEqual([capped.msgCode, capped.message, capped.data], ["CLUE_CAPPED", "李四已达上限30", { now: 30 }]);
  assert.equal(businessErrors("", { loginLocked: "锁定" }).loginLocked().msgCode, "LOGIN_LOCKED");
  assert.equal(errors.targetOff().data, null);
});

test("PF-R84 what fills a hole is never read as a hole itself", () => {
  assert.equal(fillHoles("{name}于{time}修改", { name: "{time}", time: "$&" }), "{time}于$&修改");
  assert.equal(fillHoles("还可尝试{n}次", { n: 0 }), "还可尝试0次");
});
