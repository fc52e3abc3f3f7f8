import assert from "node:assert/strict";
import { test } from "node:test";
import { day, dictCode, fen, maskedPhone, moment, oneOf, requiredText } from "@ops/platform/contract";
import { z } from "zod";
import { lookOf } from "./column-look.ts";

const row = {
  title: requiredText("名称", 40),
  kind: oneOf({ A: "主合同", B: "补充协议" }).meta({ label: "类型" }),
  level: dictCode("level", "等级").nullable(),
  uses: z.array(oneOf({ A: "甲" })).meta({ label: "用途" }),
  startOn: day.nullable().meta({ label: "开始" }),
  createdAt: moment.meta({ label: "创建时间" }),
  depositFen: fen.nullable().default(null).meta({ label: "保证金" }),
  count: z.int().meta({ label: "数量" }),
  isOpen: z.boolean().meta({ label: "开放" }),
  phone: maskedPhone.nullable(),
  limit: z.int().meta({ label: "每分钟调用上限" }),
};

test("a column is as wide as its kind of value, amounts stand to the right, texts take what is left", () => {
  assert.deepEqual(
    Object.keys(row).map((name) => [name, lookOf(row, name)]),
    [
      ["title", {}],
      ["kind", { width: 80 }],
      ["level", { width: 95 }],
      ["uses", { width: 150 }],
      ["startOn", { width: 110 }],
      ["createdAt", { width: 160 }],
      ["depositFen", { width: 120, align: "right" }],
      ["count", { width: 90, align: "right" }],
      ["isOpen", { width: 80 }],
      ["phone", { width: 140 }],
      ["limit", { width: 122, align: "right" }],
    ],
  );
});
