import { type DemoRole, loadDemoRoles } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import { historyImport } from "../../contract/index.ts";

const codes = (entity: string, ...acts: string[]): string[] => acts.map((act) => `order:${entity}:${act}`);

const look = [...codes("order", "list", "view"), ...codes("customer", "view")];
const lookAtMoney = codes("price", "view");
const lookAtRules = [...codes("rule", "list"), ...codes("policy", "list")];
const sell = [
  ...codes("order", "create", "edit", "verify", "lock"),
  ...codes("customer", "edit"),
  ...codes("change", "apply"),
  ...codes("cancel", "apply"),
];
const handOver = [
  ...codes("delivery", "list", "book", "check", "arrive", "ready", "deliver"),
  ...codes("contract", "manage"),
  ...codes("invoice", "manage"),
  ...codes("promise", "change"),
  ...codes("loan", "edit"),
  ...codes("issue", "retry"),
];
const lead = [
  ...codes("order", "assign", "export"),
  ...codes("change", "approve"),
  ...codes("cancel", "approve"),
  ...codes("slot", "edit"),
  ...codes("stat", "view"),
];
const payments = [
  ...codes("payment", "confirm"),
  ...codes("refund", "list", "apply", "approve", "retry", "account", "unmask"),
  ...codes("invoice", "manage"),
  ...codes("cancel", "approve"),
];

/** What roles may do with orders beside what they may do already (section 7). Headquarters' own codes are 订单运营's. */
const grown: readonly (readonly [code: string, name: string, permissions: readonly string[]])[] = [
  ["salesAdvisor", "销售顾问", [...look, ...lookAtMoney, ...lookAtRules, ...sell]],
  ["deliverySpecialist", "交付专员", [...look, ...handOver]],
  ["storeManager", "店长", [...look, ...lookAtMoney, ...lookAtRules, ...sell, ...handOver, ...lead]],
  ["deliveryManager", "交付经理", [...look, ...lookAtMoney, ...handOver, ...lead]],
  [
    "regionManager",
    "区域经理",
    [
      ...look,
      ...lookAtMoney,
      ...lookAtRules,
      ...codes("order", "assign", "export"),
      ...codes("change", "approve"),
      ...codes("cancel", "approve"),
      ...codes("price", "correct"),
      ...codes("stat", "view"),
    ],
  ],
  ["cityManager", "城市经理", [...look, ...lookAtMoney, ...codes("stat", "view")]],
  ["customerService", "客服", look],
  ["observer", "只读观察员", codes("order", "list", "view")],
  ["financeReviewer", "财务审核", [...look, ...lookAtMoney, ...payments]],
];

/** An adviser sees his own orders, and sells in the whole store where he works. */
const widened: Readonly<Record<string, DemoRole["scopeOverrides"]>> = { salesAdvisor: { "order:order:create": "ORG" } };

/** Money is for 财务审核, and events come from programs; everything else 订单运营 may do. */
const NOT_OF_OPERATORS = /^order:(payment|refund|event:push)/;

export async function loadOrderRoles(tx: Tx): Promise<void> {
  const all = tx.endpoints.flatMap(({ permission, asks }) => [permission, ...(asks?.keys() ?? [])]);
  const requiredBy = (code: string) =>
    tx.endpoints.filter(({ permission }) => permission === code).flatMap(({ requires = [] }) => requires);
  const own = new Set<string>(all.filter((code) => code.startsWith("order:")));
  const blank = { category: "总部", dataScope: "ALL", partnerKinds: [], menus: [] } as const;
  own.add(historyImport.permission);
  const operator = [...own].filter((code) => !NOT_OF_OPERATORS.test(code)).sort();
  const roles = [...grown, ["orderOperator", "订单运营", operator] as const];
  await loadDemoRoles(
    tx,
    roles.map(([code, name, permissions]): DemoRole => {
      const held = permissions.filter((one) => own.has(one));
      const permissionCodes = [...new Set([...held, ...held.flatMap(requiredBy)])]; // also those of other modules
      return { ...blank, code, name, description: name, permissionCodes, scopeOverrides: widened[code] ?? {} };
    }),
  );
}
