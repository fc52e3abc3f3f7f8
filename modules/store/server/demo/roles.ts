import { type DemoRole, loadDemoRoles } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";

const codes = (entity: string, ...acts: string[]): string[] => acts.map((act) => `store:${entity}:${act}`);

const look = [
  ...codes("store", "list", "view"),
  ...codes("duty", "list"),
  ...codes("position", "list"),
  ...codes("headcount", "list"),
];
const lookAtPeople = [
  ...codes("staff", "list", "view"),
  ...codes("movement", "list", "view"),
  ...codes("interview", "list", "view"),
  ...codes("cert", "list", "view"),
  ...codes("postStandard", "list", "view"),
  ...codes("training", "list"),
];
const lookAtProjects = codes("project", "list", "view");
const hire = [...codes("interview", "arrange", "feedback", "decide"), ...codes("cert", "submit", "report")];
const runStore = [...codes("store", "edit"), ...codes("hours", "edit"), ...codes("duty", "edit", "export")];

/** What roles of the brand and of partners may do in stores, beside what they may do already. */
const grown: readonly (readonly [code: string, name: string, permissions: readonly string[]])[] = [
  [
    "regionManager",
    "区域经理",
    [
      ...look,
      ...lookAtPeople,
      ...lookAtProjects,
      ...hire,
      ...codes("movement", "create", "approve"),
      ...codes("store", "export"),
      ...codes("stat", "view"),
    ],
  ],
  ["cityManager", "城市经理", [...look, ...lookAtPeople, ...codes("stat", "view")]],
  [
    "storeManager",
    "店长",
    [
      ...look,
      ...lookAtPeople,
      ...lookAtProjects,
      ...hire,
      ...runStore,
      ...codes("staff", "create", "edit"),
      ...codes("movement", "create"),
      ...codes("training", "edit"),
      ...codes("node", "edit"),
    ],
  ],
  ["observer", "只读观察员", look],
  ["partnerAdmin", "合作伙伴管理员", [...look, ...runStore]],
  ["partnerStoreManager", "伙伴店长", [...look, ...runStore]],
];

const PEOPLE = ["staff", "movement", "position", "headcount", "duty", "stat", "interview"];
const TRAINING = ["postStandard", "cert", "training", "trainStandard", "stat"];
/** The roles of the positions in stores, which follow the certificate, and that of trainees (ST-R13). */
const POST_ROLES = ["storeManager", "salesAdvisor", "deliverySpecialist", "deliveryManager", "trainee"];

/**
 * Loads the roles: 渠道经理 may do everything with stores, 人员运营 everything with their people, 培训经理 everything with
 * their training, 学员 nothing yet, and others what their work needs. Answers the ids by code.
 */
export function loadStoreRoles(tx: Tx): Promise<Map<string, string>> {
  const all = tx.endpoints.flatMap(({ permission, asks }) => [permission, ...(asks?.keys() ?? [])]);
  const own = [...new Set(all.filter((code) => code.startsWith("store:")))].sort();
  const blank = { category: "总部", dataScope: "ALL", partnerKinds: [] } as const;
  const ofEntities = (names: readonly string[]) => own.filter((code) => names.includes(code.split(":")[1] ?? ""));
  const roles: DemoRole[] = [
    {
      ...blank,
      code: "trainee",
      name: "学员",
      category: "门店",
      description: "培训认证中的门店人员，取得认证前仅持有此角色",
      dataScope: "SELF",
      menus: [],
      permissionCodes: [],
    },
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
        ...lookAtPeople,
        ...lookAtProjects,
        ...codes("node", "edit"),
        ...ofEntities(PEOPLE),
        "authority:grant:edit",
      ],
      lends: POST_ROLES,
    },
    {
      ...blank,
      code: "trainingManager",
      name: "培训经理",
      description: "维护岗位标准与培训标准，审核门店人员的认证",
      menus: ["store", "rights.DownloadCenter", "rights.ExcelImport"],
      permissionCodes: [...look, ...lookAtPeople, ...ofEntities(TRAINING), "authority:grant:edit"],
      lends: POST_ROLES,
    },
  ];
  const others = grown.map(([code, name, permissionCodes]): DemoRole => {
    return { ...blank, code, name, description: name, menus: [], permissionCodes };
  });
  return loadDemoRoles(tx, [...roles, ...others]);
}
