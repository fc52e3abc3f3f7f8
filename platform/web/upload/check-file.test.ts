import assert from "node:assert/strict";
import { test } from "node:test";
import { failureText, refusalOf, rulesText, sizeText } from "./check-file.ts";

test("PF-R92 what the server would refuse by name or size is told before it is sent", () => {
  const told = (name: string, size: number) => refusalOf({ name, size }, ["png", "pdf"]);
  assert.equal(told("a.PNG", 1), null);
  assert.equal(told("a.png", 10 * 1_048_576 + 1), "文件不能超过10MB");
  assert.equal(told("a.pdf", 20 * 1_048_576), null);
  assert.equal(told("a.pdf", 20 * 1_048_576 + 1), "文件不能超过20MB");
  for (const name of ["a.jpg", "a.svg", "png", "a.", "a.constructor"]) {
    assert.equal(told(name, 1), "文件类型不支持或内容与扩展名不符", name);
  }
});

test("PF-R130 a HEIC picture is refused before it is sent, in words that say what to do", () => {
  for (const name of ["a.heic", "a.HEIF"]) {
    assert.match(refusalOf({ name, size: 1 }, ["jpg"]) ?? "", /^不支持HEIC格式的照片，.*转换为JPG后上传$/, name);
  }
});

test("PF-R92 rules and sizes are told in words", () => {
  assert.equal(rulesText(["png", "xlsx"]), "png、xlsx，单个不超过10MB");
  assert.equal(rulesText(["png", "pdf"]), "png、pdf，图片、表格单个不超过10MB，其他不超过20MB");
  assert.deepEqual([1, 2048, 3_500_000].map(sizeText), ["1 B", "2 KB", "3.3 MB"]);
});

test("PF-R92 the file that did not arrive is named by its place, and can be sent once more", () => {
  assert.equal(failureText(7, "现场.JPG"), "第7张上传失败，可重试");
  assert.equal(failureText(2, "合同.pdf"), "第2个文件上传失败，可重试");
});
