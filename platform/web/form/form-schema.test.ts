import assert from "node:assert/strict";
import { test } from "node:test";
import { boundedText, day, dictCode, requiredText } from "@ops/platform/contract";
import { z } from "zod";
import { bodyOf, factsOf, faultOf, faultsOf, sameBody } from "./form-schema.ts";

const schema = z
  .object({
    userName: requiredText("姓名", 8),
    staffNo: z
      .string("工号格式不正确")
      .regex(/^\d{3,}$/, "工号格式不正确")
      .nullable()
      .meta({ label: "工号" }),
    remark: boundedText("备注", 200).optional(),
    note: z.string().max(400).nullable().meta({ label: "说明" }),
    level: dictCode("clue_level").meta({ label: "级别" }),
    from: z.int().optional(),
    until: z.int().optional(),
    tags: z.array(z.string()).min(1, "请选择标签"),
    version: z.int(),
  })
  .refine(({ from = 0, until = 0 }) => from <= until, { path: ["until"], message: "结束不能早于开始" });

test("PF-R87 a field reads label, required mark and length from the contract", () => {
  assert.deepEqual(factsOf(schema, "userName"), {
    label: "姓名",
    required: true,
    dict: null,
    limit: { max: 8, by: "width" },
    ruled: null,
  });
  assert.deepEqual(factsOf(schema, "remark"), {
    label: "备注",
    required: false,
    dict: null,
    limit: { max: 200, by: "width" },
    ruled: null,
  });
  assert.deepEqual(factsOf(schema, "note").limit, { max: 400, by: "length" });
  assert.partialDeepStrictEqual(factsOf(schema, "level"), { label: "级别", required: true });
  assert.equal(factsOf(schema, "staffNo").required, false);
});

test("PF-R84 a field says what the contract says", () => {
  assert.equal(faultOf(schema, "userName", ""), "请输入姓名！");
  assert.equal(faultOf(schema, "userName", "   "), "请输入姓名！");
  assert.equal(faultOf(schema, "userName", "一二三四五"), "姓名最多8个字符（汉字算2个）");
  assert.equal(faultOf(schema, "staffNo", ""), null);
  assert.equal(faultOf(schema, "staffNo", "1x"), "工号格式不正确");
  assert.equal(faultOf(schema, "tags", []), "请选择标签！");
});

test("PF-R84 what was left empty is asked for, not called wrong", () => {
  const dated = z.object({ builtOn: day.meta({ label: "下线日期" }) });
  assert.equal(faultOf(dated, "builtOn", ""), "请选择下线日期！");
  assert.equal(faultOf(dated, "builtOn", "2026"), "日期格式不正确");
  assert.deepEqual(faultsOf(dated, {}), [{ name: ["builtOn"], errors: ["请选择下线日期！"] }]);
  const lent = z.object({ takerId: z.uuid("编号格式不正确").meta({ label: "受托人" }) });
  assert.equal(faultOf(lent, "takerId", undefined), "请选择受托人！"); // nobody types an id
});

test("PF-R84 a cleared field travels as the contract accepts nothing: null, absent or empty", () => {
  const typed = {
    userName: "张三",
    staffNo: "",
    remark: "  ",
    note: undefined,
    level: "A",
    tags: ["x"],
    other: 1,
    version: 3,
  };
  assert.deepEqual(bodyOf(schema, typed), {
    userName: "张三",
    staffNo: null,
    note: null,
    level: "A",
    tags: ["x"],
    version: 3,
  });
});

test("PF-R84 rules over several fields land on the field they name", () => {
  const body = { userName: "", staffNo: null, note: null, level: "A", tags: ["x"], version: 1 };
  assert.deepEqual(faultsOf(schema, body), [{ name: ["userName"], errors: ["请输入姓名！"] }]);
  assert.deepEqual(faultsOf(schema, { ...body, userName: "张", from: 2, until: 1 }), [
    { name: ["until"], errors: ["结束不能早于开始"] },
  ]);
});

test("PF-R76 what was typed and taken back is not unsaved content", () => {
  const start = { userName: "张三", staffNo: null, level: "A", tags: [], version: 1 };
  assert.equal(sameBody(schema, start, { ...start, staffNo: "" }), true);
  assert.equal(sameBody(schema, start, { ...start, userName: "李四" }), false);
});

test("PF-R84 what is missing is asked for in one voice, by the name above the field", () => {
  const asked = z.object({
    kind: z.string("请选择合作类型").min(1, "请选择合作类型").meta({ label: "合作类型" }),
    phone: z.string("请输入手机号！").min(1, "请输入手机号！").meta({ label: "手机号" }),
    mass: z.number("请填写整备质量").meta({ label: "整备质量（kg）" }),
    roles: z.array(z.string()).min(1, "请至少选择一个角色，或停用该账号"),
  });
  assert.equal(faultOf(asked, "kind", ""), "请选择合作类型！");
  assert.equal(faultOf(asked, "phone", "", "联系电话"), "请输入联系电话！");
  assert.equal(faultOf(asked, "mass", null), "请输入整备质量！");
  assert.equal(faultOf(asked, "roles", []), "请至少选择一个角色，或停用该账号");
  const faults = faultsOf(asked, { kind: "A", roles: ["a"], mass: 1 }, new Map([["phone", { label: "联系电话" }]]));
  assert.deepEqual(faults, [{ name: ["phone"], errors: ["请输入联系电话！"] }]);
});

test("PF-R84 what a form refuses is told in Chinese, also where the contract has no words of its own", () => {
  const schema = z.object({ code: z.string().max(5), count: z.int() });
  assert.equal(faultOf(schema, "code", "ABCDEF"), "最多5个字");
  assert.equal(faultOf(schema, "count", 1.5), "格式不正确");
  assert.deepEqual(faultsOf(schema, { code: "ABCDEF", count: 1 }), [{ name: ["code"], errors: ["最多5个字"] }]);
});
