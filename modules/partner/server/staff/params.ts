import { numberParam, type ParamDeclaration, type Tx } from "@ops/platform/server";
import { reminderDaysParam } from "../reminder-days.ts";

const group = "伙伴员工";

/** The codes of the required certificates, by position. */
type RequiredCerts = ReadonlyMap<string, readonly string[]>;

const LINE = /^\s*(\w+)\s*=\s*(\w+(?:\s*\+\s*\w+)*)\s*$/;

/** 关键岗位认证 (PT-R12). A position that is not listed requires none. */
const requiredCerts: ParamDeclaration<string> = {
  key: "partner.staff.requiredCerts",
  initial: "MANAGER=STORE;SALES=SALES+PRODUCT;DELIVERY=DELIVERY;SERVICE=SERVICE;INSTALLER=ELECTRICIAN",
  group,
  description: "各岗位须持有的认证（编码见字典「伙伴岗位」「伙伴认证」）",
  rule: "岗位=认证+认证，岗位之间用分号分隔",
  parse: (text) => (linesOf(text).every((line) => LINE.test(line)) ? text : null),
};

const linesOf = (text: string) => text.split(/[;；]/).filter((line) => line.trim() !== "");

export function requiredCertsOf(tx: Tx): RequiredCerts {
  const read = linesOf(tx.param(requiredCerts)).map((line) => LINE.exec(line));
  return new Map(read.map((match) => [match?.[1] ?? "", (match?.[2] ?? "").split(/\s*\+\s*/)]));
}

const PAIR = /^\s*(\w+)\s*=\s*([\w-]+)\s*$/;

/**
 * Maps each 伙伴岗位 to a position of the authority module. A 伙伴岗位 that is not listed has none and takes no seat in a
 * store.
 */
const positionCodes: ParamDeclaration<string> = {
  key: "partner.staff.positionCodes",
  initial: "MANAGER=storeManager;SALES=salesAdvisor;DELIVERY=deliverySpecialist",
  group,
  description: "伙伴岗位对应的职位（编码见字典「伙伴岗位」和组织管理的职位）",
  rule: "岗位=职位编码，岗位之间用分号分隔",
  parse: (text) => (linesOf(text).every((line) => PAIR.test(line)) ? text : null),
};

/** Reads the position code for each 伙伴岗位. */
export function positionCodesOf(tx: Tx): ReadonlyMap<string, string> {
  const read = linesOf(tx.param(positionCodes)).map((line) => PAIR.exec(line));
  return new Map(read.map((match) => [match?.[1] ?? "", match?.[2] ?? ""]));
}

export const inactiveDays = numberParam("partner.staff.inactiveDays", 60, {
  group,
  description: "伙伴员工多少天未登录后冻结账号",
  min: 7,
  max: 365,
});

export const certReminderDays = reminderDaysParam("partner.staff.certReminderDays", "30,7", {
  group,
  description: "认证到期前多少天提醒，逢休息日提前到之前的工作日",
});

export const staffParams = [requiredCerts, positionCodes, inactiveDays, certReminderDays];
