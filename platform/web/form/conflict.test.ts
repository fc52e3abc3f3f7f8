import assert from "node:assert/strict";
import { test } from "node:test";
import { conflictRows, latestIn } from "./conflict.ts";

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
