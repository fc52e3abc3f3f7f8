import assert from "node:assert/strict";
import { test } from "node:test";
import { maskedPhone } from "@ops/platform/contract";
import { z } from "zod";
import { conflictIn, conflictRows, latestIn, latestValues, partMasks } from "./conflict.ts";

const base = { userName: "张三", staffNo: null, remark: "旧", tags: ["a"] };

test("PF-R90 the form shows the fields that differ, and who changed them", () => {
  const mine = { ...base, userName: "张三丰", remark: "我的" };
  const theirs = { ...base, staffNo: "E001", remark: "他的" };
  assert.deepEqual(conflictRows(["userName", "staffNo", "remark", "tags"], base, mine, theirs), [
    { name: "userName", mine: "张三丰", theirs: "张三", changedBy: "me" },
    { name: "staffNo", mine: null, theirs: "E001", changedBy: "them" },
    { name: "remark", mine: "我的", theirs: "他的", changedBy: "both" },
  ]);
});

test("PF-R90 nothing, empty text and null are the same; lists are compared by content", () => {
  assert.deepEqual(
    conflictRows(["staffNo", "tags"], base, { staffNo: " ", tags: ["a"] }, { staffNo: null, tags: ["a"] }),
    [],
  );
});

test("PF-R90 what is not part of the record, such as a reason, is no conflict", () => {
  assert.deepEqual(conflictRows(["reason"], {}, { reason: "离岗" }, { id: "1", version: 2 }), []);
});

test("PF-R90 the server's record is read from the refusal and from no other answer", () => {
  const refused = { success: false, msg: "数据已被李四修改", msgCode: "COMMON_VERSION_CONFLICT" };
  assert.deepEqual(latestIn({ ...refused, data: { id: "1", version: 7 } }), { id: "1", version: 7 });
  assert.equal(latestIn({ ...refused, data: null }), null);
  assert.equal(latestIn({ ...refused, msgCode: "COMMON_PARAM", data: { version: 7 } }), null);
  assert.equal(latestIn({ success: true, msg: "", msgCode: "", data: { version: 7 } }), null);
});

const schema = z.object({ phone: maskedPhone.nullable(), remark: z.string(), version: z.number() });
const refusal = {
  success: false,
  msg: "数据已被李四修改",
  msgCode: "COMMON_VERSION_CONFLICT",
  data: { phone: "138****0001", remark: "他的", version: 7 },
};
const names = ["phone", "remark"];

test("PF-R90 a mask in the server's record is neither a difference nor the new start of the form", () => {
  const mine = { remark: "旧", version: 6 };
  const found = conflictIn(refusal, { schema, names, base: mine, mine });
  assert.deepEqual(found?.latest, { remark: "他的", version: 7 });
  assert.deepEqual(found?.rows, [{ name: "remark", mine: "旧", theirs: "他的", changedBy: "them" }]);
});

test("PF-R90 what was typed over a mask is shown beside it; the latest record empties the field", () => {
  const start = { remark: "旧", version: 6 };
  const mine = { ...start, phone: "13900000002", remark: "他的" };
  const found = conflictIn(refusal, { schema, names, base: start, mine });
  assert.deepEqual(found?.rows, [{ name: "phone", mine: "13900000002", theirs: "138****0001", changedBy: "me" }]);
  assert.deepEqual(found && latestValues([...names, "reason"], found), { phone: null, remark: "他的" });
});

test("PF-R90 a record is parted into what it says in clear and its masks", () => {
  const { known, masks } = partMasks(schema, { phone: null, remark: "旧", version: 1 });
  assert.deepEqual([known, masks], [{ remark: "旧", version: 1 }, { phone: null }]);
});

test("PF-R90 what the answer names otherwise than the body is compared as the form writes it", () => {
  const mine = { lines: [1], version: 6 };
  const reads = () => ({ lines: [2] });
  const found = conflictIn(refusal, { schema, names: ["lines"], base: mine, mine, reads });
  assert.deepEqual(found?.rows, [{ name: "lines", mine: [1], theirs: [2], changedBy: "them" }]);
  assert.deepEqual(found && latestValues(["lines"], found), { lines: [2] });
});
