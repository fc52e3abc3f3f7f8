import { type DemoRole, loadDemoRoles } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import { partnerKinds } from "../../contract/index.ts";

const OWN = "partner:";
const all = Object.keys(partnerKinds);
const base = { category: "外部", menus: ["partner.staff"], dataScope: "ORG" } as const;

/** The permissions of a partner's administrator for the own company. */
const administers = [
  "partner:partner:view",
  "partner:partner:edit",
  "partner:contract:view",
  "partner:qualification:edit",
  ...["view", "edit", "account", "freeze", "leave", "import", "export"].map((act) => `partner:staff:${act}`),
];

const outsiders: readonly DemoRole[] = [
  {
    code: "partnerAdmin",
    name: "合作伙伴管理员",
    category: "外部",
    description: "管理本伙伴的员工",
    dataScope: "ORG_TREE",
    menus: ["partner", "rights.DownloadCenter", "rights.ExcelImport"],
    permissionCodes: administers,
    partnerKinds: all,
  },
  {
    ...base,
    code: "partnerStoreManager",
    name: "伙伴店长",
    description: "查看本店员工",
    permissionCodes: ["partner:staff:view"],
    partnerKinds: ["AGENT", "DELIVERY", "SERVICE"],
  },
  {
    ...base,
    code: "partnerSales",
    name: "伙伴销售顾问",
    description: "伙伴门店的销售顾问",
    permissionCodes: ["partner:staff:view"],
    partnerKinds: ["AGENT", "CLUE", "EVENT", "FINANCE", "INSURANCE", "OTHER"],
  },
  {
    ...base,
    code: "partnerService",
    name: "伙伴服务人员",
    description: "伙伴的交付、售后与安装人员",
    permissionCodes: ["partner:staff:view"],
    partnerKinds: all,
  },
];

/** Loads the roles: 渠道经理 may do everything with partners, and people of partners get roles for their kinds. */
export function loadPartnerRoles(tx: Tx): Promise<Map<string, string>> {
  const codes = tx.endpoints.flatMap(({ permission, asks }) => [permission, ...(asks?.keys() ?? [])]);
  const manager: DemoRole = {
    code: "channelManager",
    name: "渠道经理",
    category: "总部",
    description: "管理门店项目与合作伙伴",
    dataScope: "ALL",
    menus: ["partner", "rights.DownloadCenter", "rights.ExcelImport"],
    partnerKinds: [],
    permissionCodes: [...new Set(codes.filter((code) => code.startsWith(OWN)))].sort(),
  };
  return loadDemoRoles(tx, [manager, ...outsiders]);
}
