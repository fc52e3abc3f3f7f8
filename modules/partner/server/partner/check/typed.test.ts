import assert from "node:assert/strict";
import { test } from "node:test";
import { isIdNumber, isUscc } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import type { z } from "zod";
import * as contract from "../../../contract/index.ts";

const { createPartner, yearEnd } = contract;

/** Lists the faults of a body as `field：message`; empty if it is accepted. */
function faultsIn(schema: z.ZodType, body: unknown): string[] {
  const issues = schema.safeParse(body).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join(".")}：${message}`);
}

test("PT-R1 a wrong id number of the legal person is named at its field, together with the others", () => {
  const faultsOf = (legalIdNo: string) =>
    faultsIn(createPartner.body, { legalIdNo }).filter((fault) => /^(legalIdNo|fullName)：/.test(fault));
  const missing = "fullName：请输入公司全称！";
  assert.deepEqual(faultsOf("110105194912310021"), [missing, "legalIdNo：证件号码校验失败，请核对"]);
  assert.deepEqual(faultsOf("11010519491231002x"), [missing]);
  assert.deepEqual(faultsOf("E12345678"), [missing], "a passport has no check digit");
  assert.deepEqual(faultsOf("A123456789012345678"), [missing], "nor has anything of another length");
});

test("PT-R1 the last character of a code is checked against the 17 before it, whatever they are", () => {
  for (const code of ["91350100M000100Y43", "91330100MA20000120", "913301XYMA27654320"]) {
    assert.ok(isUscc(code), code);
    assert.ok(!isUscc(`${code}0`), "one more is none");
    assert.ok(!isUscc(code.slice(0, 17) + (code.endsWith("0") ? "1" : "0")), code);
  }
});

test("PT-R9 an id number has a region, a day that there is, and its check digit", () => {
  const right = ["321423194912311179", "32142319920229117X", "11010519491231002X"];
  assert.deepEqual(right.filter(isIdNumber), right);
  const wrong = {
    "321423194912311178": "another check digit",
    "021423194912311178": "no region begins with 0",
    "321423199013011175": "no thirteenth month",
    "321423199002301177": "no 30 February",
    "321423199002291175": "no leap year",
    "32142319491231117": "a digit is missing",
  };
  assert.deepEqual(Object.keys(wrong).filter(isIdNumber), []);
});

test("PT-R5 a renewal is offered for a year: until the day before the same day next year", () => {
  const ends = ["2026-03-01", "2027-03-01", "2028-02-29", "2028-03-01"].map(yearEnd);
  assert.deepEqual(ends, ["2027-02-28", "2028-02-29", "2029-02-28", "2029-02-28"]);
});

test("PT-R15 the total is the weighted mean, half up; what has no weight is not asked for", () => {
  type Line = readonly [weight: number, score: number | null];
  const totalOf = (...lines: Line[]) =>
    contract.totalHundredths(lines.map(([weight, score]) => ({ metric: "LOCK", value: null, weight, score })));
  assert.equal(totalOf([30, 92], [30, 75], [25, 88], [15, 60]), 81_10);
  assert.equal(totalOf([1, 80]), 80_00);
  assert.equal(totalOf([1, 80], [1, 80.01]), 80_01, "half a hundredth counts as one");
  assert.equal(totalOf([2, 80], [1, 80.01]), 80_00);
  assert.equal(totalOf([1, 80], [0, null], [0, 5]), 80_00);
  assert.equal(totalOf([1, 80], [1, null]), null);
  assert.equal(totalOf([0, 80]), null);
  const levels = [100_00, 90_00, 89_99, 80_00, 79_99, 60_00, 59_99, 0].map(contract.levelOfTotal);
  assert.deepEqual(levels, ["S", "S", "A", "A", "B", "B", "C", "C"]);
});

test("PT-R3 PT-R12 a paper or a certificate may end on the day on which it began, not before", () => {
  const paper = (issueOn: string | null, expireOn: string | null) =>
    faultsIn(contract.addQualification.body, { kind: "LICENSE", fileIds: [newId()], issueOn, expireOn });
  const early = ["expireOn：有效期不能早于签发日期"];
  assert.deepEqual(paper("2026-01-02", "2026-01-01"), early);
  for (const [issueOn, expireOn] of [
    ["2026-01-02", "2026-01-02"],
    ["2026-01-02", "2026-01-03"],
    ["2026-01-02", null],
    [null, "2026-01-02"],
    [null, null],
  ] as const) {
    assert.deepEqual(paper(issueOn, expireOn), []);
  }
  const cert = (gotOn: string, validTo: string) =>
    faultsIn(contract.saveStaffCert.body, { code: "SALES", score: null, gotOn, validTo, version: 1 });
  assert.deepEqual(cert("2026-01-02", "2026-01-01"), ["validTo：有效期不能早于取得日期"]);
  assert.deepEqual([cert("2026-01-02", "2026-01-02"), cert("2026-01-02", "2026-01-03")], [[], []]);
});

test("partner 6 nothing is named twice, nobody by nothing, and not too many at once", () => {
  const person = { name: "张三", reason: "飞单", untilOn: null };
  const listed = (idNo: string | null, phone: string | null) =>
    faultsIn(contract.addToBlacklist.body, { ...person, idNo, phone });
  assert.deepEqual(listed(null, null), ["idNo：请输入身份证号或手机号！"]);
  assert.deepEqual(listed("321423194912311179", null), []);
  assert.deepEqual(listed(null, "13911112222"), []);

  const line = { kind: "order.open", toStaffId: newId() };
  const handed = (receivers: object[]) =>
    faultsIn(contract.handOverStaff.body, { receivers, reason: "交接", version: 1 });
  assert.deepEqual(handed([line, { ...line, kind: "clue.open" }]), []);
  assert.deepEqual(handed([line, line]), ["receivers：交接事项不能重复"]);

  const score = { metric: "LOCK", score: 80 };
  const scored = (scores: object[]) => faultsIn(contract.saveAssessment.body, { period: "2026-01", scores });
  assert.deepEqual(scored([score, { ...score, metric: "ON_TIME" }]), []);
  assert.deepEqual(scored([score, score]), ["scores：考核指标重复"]);

  const many = (count: number) => Array.from({ length: count }, () => ({ id: newId(), version: 1 }));
  const approved = (count: number) => faultsIn(contract.approveStaffs.body, { staffs: many(count) });
  assert.deepEqual(approved(200), []);
  assert.deepEqual(approved(201), ["staffs：单次最多操作200人"]);
  assert.deepEqual(faultsIn(contract.ContractTerms, { accountLimit: 100_000 }), []);
  assert.deepEqual(faultsIn(contract.ContractTerms, { accountLimit: 100_001 }), ["accountLimit：账号上限最多100000"]);
});

test("PT-R3 of what is sealed an application asks only that it is there", () => {
  const applied = {
    uscc: "91350100M000100Y43",
    shortName: "简",
    kinds: ["AGENT"],
    regionId: newId(),
    cityCodes: ["330100"],
    contactName: "李",
    contactPhone: "*",
    legalPerson: "*",
    legalIdNo: "*",
  };
  assert.deepEqual(faultsIn(contract.partnerApplication, applied), []);
  assert.deepEqual(faultsIn(contract.partnerApplication, { ...applied, legalPerson: "", contactPhone: null }), [
    "contactPhone：请输入联系电话！",
    "legalPerson：请输入法定代表人！",
  ]);
});
