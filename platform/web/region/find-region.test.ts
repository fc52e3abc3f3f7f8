import assert from "node:assert/strict";
import { test } from "node:test";
import { regionSearch } from "./find-region.ts";

const region = (code: string, name: string, pinyin: string) => ({ code, name, pinyin });
const beijing = [region("110000", "北京市", "bei jing shi")];
const chaoyang = [...beijing, region("110105", "朝阳区", "chao yang qu")];
const guangdong = [region("440000", "广东省", "guang dong sheng")];
const dongguan = [...guangdong, region("441900", "东莞市", "dong guan shi")];
const jiangsu = [region("320000", "江苏省", "jiang su sheng")];
const suzhou = [...jiangsu, region("320500", "苏州市", "su zhou shi")];
const kunshan = [...suzhou, region("320583", "昆山市", "kun shan shi")];
const dongguanqu = [...suzhou, region("320599", "新东莞区", "xin dong guan qu")];
const all = [chaoyang, kunshan, dongguanqu, dongguan, suzhou, jiangsu, guangdong, beijing];
const search = regionSearch();
const found = (typed: string) =>
  all
    .filter((path) => search.isFound(path, typed))
    .sort((a, b) => search.compare(a, b, typed))
    .map((path) => path.at(-1)?.name);

test("PF-R102 divisions are found by name, code, pinyin and initials", () => {
  for (const typed of ["昆山", "山", "320583", "32058", "kunshan", "KunS", "kun shan", "kss"]) {
    assert.ok(found(typed).includes("昆山市"), typed);
  }
  for (const typed of ["广州", "320584", "shan", "ss"]) assert.deepEqual(found(typed), [], typed);
});

test("PF-R102 what is called so comes first, then what begins so, then what contains it, then what lies below", () => {
  assert.deepEqual(found("东莞"), ["东莞市", "新东莞区"]);
  assert.deepEqual(found("dongguan"), ["东莞市"]);
  assert.deepEqual(found("江苏"), ["江苏省", "苏州市", "昆山市", "新东莞区"]);
  assert.deepEqual(found("苏"), ["苏州市", "江苏省", "昆山市", "新东莞区"]);
  assert.deepEqual(found("北京"), ["北京市", "朝阳区"]);
});

test("PF-R102 names, sounds and initials of several levels in a row are found", () => {
  for (const typed of ["bjcy", "北京朝阳", "beijingchaoyang", "北京朝阳区", "北京市 / 朝阳区"])
    assert.deepEqual(found(typed), ["朝阳区"], typed);
  for (const typed of ["szks", "jsszks", "苏州昆山"]) assert.deepEqual(found(typed), ["昆山市"], typed);
});
