import { type DemoRole, loadDemoRoles } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";

const codes = (entity: string, ...acts: string[]): string[] => acts.map((act) => `store:${entity}:${act}`);

const look = [
  ...codes("store", "list", "view"),
  ...codes("duty", "list"),
  ...codes("position", "list"),
  ...codes("headcount", "list"),
];
const lookAtPeople = [...codes("staff", "list", "view"), ...codes("movement", "list", "view")];
const runStore = [...codes("store", "edit"), ...codes("hours", "edit"), ...codes("duty", "edit", "export")];

/** What roles of the brand and of partners may do in stores, beside what they may do already. */
const grown: readonly (readonly [code: string, name: string, permissions: readonly string[]])[] = [
  [
    "regionManager",
    "区域经理",
    [
      ...look,
      ...lookAtPeople,
      ...codes("movement", "create", "approve"),
      ...codes("store", "export"),
      ...codes("stat", "view"),
    ],
  ],
  ["cityManager", "城市经理", [...look, ...lookAtPeople, ...codes("stat", "view")]],
  [
    "storeManager",
    "店长",
    [...look, ...lookAtPeople, ...runStore, ...codes("staff", "create", "edit"), ...codes("movement", "create")],
  ],
  ["observer", "只读观察员", look],
  ["partnerAdmin", "合作伙伴管理员", [...look, ...runStore]],
  ["partnerStoreManager", "伙伴店长", [...look, ...runStore]],
];

const PEOPLE = ["staff", "movement", "position", "headcount", "duty", "stat"];

/**
 * Loads the roles: 渠道经理 may do everything with stores, 人员运营 everything with their people, and others what
 * their work needs. Answers the ids by code.
 */
export function loadStoreRoles(tx: Tx): Promise<Map<string, string>> {
  const all = tx.endpoints.flatMap(({ permission, asks }) => [permission, ...(asks?.keys() ?? [])]);
  const own = [...new Set(all.filter((code) => code.startsWith("store:")))].sort();
  const blank = { category: "总部", dataScope: "ALL", partnerKinds: [] } as const;
  const roles: DemoRole[] = [
    {
      ...blank,
      code: "channelManager",
      name: "渠道经理",
      description: "管理门店项目与合作伙伴",
      menus: ["store"],
      permissionCodes: own.filter((code) => !code.startsWith("store:staff:") || /:(list|view)$/.test(code)),
    },
    {
      ...blank,
      code: "peopleOperator",
      name: "人员运营",
      description: "办理门店人员的入职、调动与离职",
      menus: ["store", "rights.DownloadCenter", "rights.ExcelImport"],
      permissionCodes: [
        ...look,
        ...own.filter((code) => PEOPLE.includes(code.split(":")[1] ?? "")),
        "authority:grant:edit",
      ],
      lends: ["storeManager", "salesAdvisor", "deliverySpecialist", "deliveryManager"],
    },
  ];
  const others = grown.map(([code, name, permissionCodes]): DemoRole => {
    return { ...blank, code, name, description: name, menus: [], permissionCodes };
  });
  return loadDemoRoles(tx, [...roles, ...others]);
}
