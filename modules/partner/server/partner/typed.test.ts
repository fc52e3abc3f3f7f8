import assert from "node:assert/strict";
import { test } from "node:test";
import { createPartner, yearEnd } from "../../contract/index.ts";

test("PT-R1 a wrong id number of the legal person is named at its field, together with the others", () => {
  const faultsOf = (legalIdNo: string) =>
    createPartner.body
      .safeParse({ legalIdNo })
      .error?.issues.map(({ path, message }) => [path.join("."), message])
      .filter(([field]) => field === "legalIdNo" || field === "fullName")
      .map(([field, message]) => `${field}：${message}`);
  const missing = "fullName：请输入公司全称！";
  assert.deepEqual(faultsOf("110105194912310021"), [missing, "legalIdNo：证件号码校验失败，请核对"]);
  assert.deepEqual(faultsOf("11010519491231002x"), [missing]);
  assert.deepEqual(faultsOf("E12345678"), [missing], "a passport has no check digit");
});

test("PT-R5 a renewal is offered for a year: until the day before the same day next year", () => {
  const ends = ["2026-03-01", "2027-03-01", "2028-02-29", "2028-03-01"].map(yearEnd);
  assert.deepEqual(ends, ["2027-02-28", "2028-02-29", "2029-02-28", "2029-02-28"]);
});
