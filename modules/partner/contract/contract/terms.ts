import { boundedText, CityRef, oneOf, ref } from "@ops/platform/contract";
import { z } from "zod";
import { partnerErrors } from "../errors.ts";
import { type PartnerFlag, partnerFlags } from "../words.ts";

const MOST_SEATS = 100_000;

/**
 * The terms that a contract may settle (PT-R6). A main contract names the first four, a supplement only those that it
 * changes.
 */
const termFields = {
  accountLimit: z
    .int("请输入账号上限")
    .min(0, "账号上限不能为负数")
    .max(MOST_SEATS, `账号上限最多${MOST_SEATS}`)
    .meta({ label: "账号上限" }),
  flags: z.array(oneOf(partnerFlags, "权限开关不正确")).max(4, "权限开关不正确").meta({ label: "权限开关" }),
  serviceCities: z
    .array(ref(CityRef, "服务城市", { refused: partnerErrors.city }), "请选择服务城市")
    .min(1, "请选择服务城市")
    .max(200, "服务城市最多200个"),
  isExclusive: z.boolean("请选择是否独家").meta({ label: "独家合作" }),
  commissionPct: z
    .number("佣金比例格式不正确")
    .min(0, "佣金比例不能为负数")
    .max(100, "佣金比例最多100")
    .multipleOf(0.01, "佣金比例最多两位小数")
    .meta({ label: "佣金比例" }),
  commissionRule: boundedText("佣金规则", 500),
  sla: boundedText("服务标准", 500),
  penalty: boundedText("违约责任", 500),
} as const;

export const ContractTerms = z.strictObject(termFields).partial();
export type ContractTerms = z.output<typeof ContractTerms>;
export type TermName = keyof ContractTerms;

export const termLabels: Readonly<Record<TermName, string>> = {
  accountLimit: "账号上限",
  flags: "权限开关",
  serviceCities: "服务城市",
  isExclusive: "独家合作",
  commissionPct: "佣金比例",
  commissionRule: "佣金规则",
  sla: "服务标准",
  penalty: "违约责任",
};

/** The terms that every main contract must have. */
export const mainTerms = ["accountLimit", "flags", "serviceCities", "isExclusive"] as const satisfies TermName[];

/** The order in which people read the terms. */
export const termOrder = [
  ...mainTerms,
  "commissionPct",
  "commissionRule",
  "sla",
  "penalty",
] as const satisfies TermName[];

export const allFlags = ["CLUE", "STOCK", "ORDER", "SUBSIDY"] as const satisfies PartnerFlag[];
