import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoint } from "@ops/platform/contract";
import { z } from "zod";
import { contractFields, describe } from "./described.ts";

const made = endpoint({
  method: "POST",
  path: "/made-up/v1/things/{id}",
  permission: "made:thing:edit",
  audit: "新建",
  params: z.object({ id: z.string() }),
  body: z.object({
    name: z.string().meta({ label: "名称" }),
    kind: z.enum(["A", "B"]).nullable().meta({ label: "种类" }),
    type: z.string().meta({ dict: "thing_type" }).optional(),
    fixed: z.literal("ONE"),
    count: z.int().nullable(),
    amount: z.number().optional(),
    isOpen: z.boolean(),
    tags: z.array(z.string()).nullable(),
    parts: z.array(z.object({ no: z.int().meta({ label: "件号" }) })),
    place: z.object({ city: z.object({ street: z.object({ house: z.object({ floor: z.int() }) }) }) }).nullable(),
  }),
  answer: z.object({ id: z.string() }),
});

test("AU-R47 what a call takes and answers is told field by field, four levels deep", () => {
  const lines = contractFields(made).map(({ place, name, type, required, label }) =>
    [place, name, type, required ? "必填" : "", label ?? ""].join("|"),
  );
  assert.deepEqual(lines, [
    "PATH|id|文本|必填|",
    "BODY|name|文本|必填|名称",
    "BODY|kind|选项：A / B，可为空|必填|种类",
    "BODY|type|字典 thing_type||",
    "BODY|fixed|固定值：ONE|必填|",
    "BODY|count|整数，可为空|必填|",
    "BODY|amount|数字||",
    "BODY|isOpen|是否|必填|",
    "BODY|tags|文本的列表，可为空|必填|",
    "BODY|parts|对象的列表|必填|",
    "BODY|parts[].no|整数|必填|件号",
    "BODY|place|对象，可为空|必填|",
    "BODY|place.city|对象|必填|",
    "BODY|place.city.street|对象|必填|",
    "BODY|place.city.street.house|对象|必填|",
    "ANSWER|id|文本|必填|",
  ]);
});

test("AU-R45 an endpoint stands in the catalogue with its service, its code and a mark of what it takes", () => {
  const { contractHash, ...told } = describe(made);
  assert.deepEqual(told, {
    method: "POST",
    path: "/made-up/v1/things/{id}",
    name: "新建",
    service: "made-up",
    permissionCode: "made:thing:edit",
  });
  assert.equal(contractHash.length, 22);
  const open = describe(endpoint({ ...made, permission: "session", body: z.object({ name: z.string() }) }));
  assert.equal(open.permissionCode, "SESSION");
  assert.notEqual(open.contractHash, contractHash);
});
