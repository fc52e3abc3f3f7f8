import { SHARE_FILTERS } from "@ops/platform/contract";
import {
  createRole,
  createUser,
  deleteRole,
  deleteUser,
  disableInterface,
  disableUser,
  editRole,
  editUser,
  getEffectiveRights,
  getUser,
  giveGrants,
  kickSession,
  listAuditLogs,
  listInterfaces,
  listLoginLogs,
  listPositions,
  listRoles,
  listSessions,
  listUsers,
  offboardUser,
  organizationTree,
  resetPassword,
  rollbackRole,
  startViewAs,
  syncInterfaces,
  unlockUser,
} from "../../../contract/index.ts";
import type { OrganizationType, ScopeKind } from "../../database.ts";
import { defaultMenus } from "../../menu/defaults.ts";

const see: readonly string[] = [listUsers.permission, getUser.permission];
const edit: readonly string[] = [...see, editUser.permission];
const appoint: readonly string[] = [createUser, giveGrants, organizationTree, listPositions].map(
  (one) => one.permission,
);
const manage: readonly string[] = [
  ...edit,
  ...appoint,
  ...[disableUser, unlockUser, resetPassword, deleteUser, offboardUser, listSessions, kickSession, listLoginLogs].map(
    (one) => one.permission,
  ),
];
const explain: readonly string[] = [getEffectiveRights.permission];
const audit: readonly string[] = [
  ...see,
  ...explain,
  ...[organizationTree, listRoles, listSessions, listLoginLogs, listInterfaces, listAuditLogs].map(
    (one) => one.permission,
  ),
];
const keepInterfaces: readonly string[] = [listInterfaces, disableInterface, syncInterfaces].map(
  (one) => one.permission,
);
const keepRoles: readonly string[] = [listRoles, createRole, editRole, rollbackRole, deleteRole].map(
  (one) => one.permission,
);
/** Builds codes of the vehicle module by name, because this module may not import a module above it. */
const vehicle = (entity: string, ...actions: string[]): string[] =>
  actions.map((action) => `vehicle:${entity}:${action}`);
const carPage = "rights.CarConfigMaintain";
const planProducts: readonly string[] = [
  ...vehicle("series", "list", "edit"),
  ...vehicle("carConfig", "list", "create", "edit", "status", "export"),
  ...vehicle("price", "view", "edit", "publish", "export"),
  ...vehicle("carMarketType", "list", "edit"),
];
const readCatalogue: readonly string[] = [
  ...vehicle("series", "list"),
  ...vehicle("carConfig", "list"),
  ...vehicle("carMarketType", "list"),
];
const keepCars: readonly string[] = [
  ...vehicle("car", "list", "view", "create", "edit", "correctSpec", "import", "export", "movePlace"),
  ...vehicle("carCheck", "view"),
  ...vehicle("car", "mileage", "mileageFix", "plate", "marketType"),
  ...vehicle("intake", "view", "replay"),
  ...vehicle("stat", "view"),
  ...readCatalogue,
];
const runStock: readonly string[] = [
  ...vehicle("car", "list", "view", "block", "inspect", "movePlace", "takeBack", "off", "export"),
  ...vehicle("stat", "view"),
  ...readCatalogue,
];
const peoplePage = "authority.UserManagement";

type RoleLine = readonly [
  code: string,
  name: string,
  category: string,
  description: string,
  dataScope: ScopeKind,
  /** Keys of menu groups or of single pages. */
  menus: readonly string[],
  permissionCodes: readonly string[],
];

const lines: readonly RoleLine[] = [
  [
    "systemAdmin",
    "系统管理员",
    "系统",
    "内置：账号与权限的全部功能，供应急使用",
    "ALL",
    ["authority"],
    [...new Set([...manage, ...audit, startViewAs.permission, ...keepInterfaces, ...keepRoles])],
  ],
  [
    "accountAdmin",
    "账号管理员",
    "系统",
    "维护全公司的账号、组织与角色",
    "ALL",
    ["authority"],
    [...manage, ...explain, startViewAs.permission, ...keepInterfaces, ...keepRoles],
  ],
  ["securityAuditor", "安全审计员", "系统", "查看账号与日志，不能修改", "ALL", ["authority"], audit],
  [
    "regionManager",
    "区域经理",
    "销售",
    "管理所辖大区的城市与门店",
    "ORG_TREE",
    ["clue", "order", "store", "subsidy", "lightning", "wecom", peoplePage],
    [...see, SHARE_FILTERS],
  ],
  ["regionOperator", "区域运营", "销售", "跟进所辖大区的线索与订单", "ORG_TREE", ["clue", "order", "activity"], []],
  ["cityManager", "城市经理", "销售", "管理所辖城市的门店", "ORG_TREE", ["clue", "order", "store", peoplePage], see],
  [
    "storeManager",
    "店长",
    "门店",
    "管理本店的线索、订单与人员",
    "ORG",
    ["clue", "order", "store", "lightning", "activity", peoplePage],
    [...edit, ...appoint, SHARE_FILTERS],
  ],
  ["salesAdvisor", "销售顾问", "门店", "跟进自己的线索与订单", "SELF", ["clue", "order", "wecom.customer"], []],
  [
    "deliverySpecialist",
    "交付专员",
    "门店",
    "办理自己负责的交付与权益",
    "SELF",
    ["order", "lightning", "wecom.butlerGroup", "wecom.customer", "rights.AccountManagement"],
    [],
  ],
  [
    "deliveryManager",
    "交付经理",
    "门店",
    "管理本中心的交付与补贴",
    "ORG",
    ["order", "lightning", "subsidy", "logistics.EnterGroupList", peoplePage, carPage],
    [...see, ...vehicle("car", "lookup")],
  ],
  ["clueOperator", "线索运营", "总部", "分配与清洗全国线索", "ALL", ["clue", "wecom"], []],
  ["rightsOperator", "权益运营", "总部", "配置权益包并管理账户", "ALL", ["rights"], []],
  [
    "productPlanner",
    "产品配置",
    "总部",
    "维护车型配置、选装颜色与价格",
    "ALL",
    [carPage, "rights.CarMarketType"],
    planProducts,
  ],
  ["carDataKeeper", "车辆数据管理员", "总部", "维护车辆档案，处理事件接入", "ALL", [carPage], keepCars],
  ["stockOperator", "现车运营", "总部", "管控、复检与处置现车", "ALL", [carPage], runStock],
  ["orderOperator", "订单运营", "总部", "疏通卡住的订单、匹配车辆、维护订单规则", "ALL", ["order"], []],
  ["financeReviewer", "财务审核", "总部", "确认收款、审核退款与发票", "ALL", ["order"], []],
  ["subsidySpecialist", "补贴专员", "总部", "发起超时补贴申请", "ALL", ["subsidy", "order"], []],
  ["subsidyReviewer", "补贴审核", "总部", "审核超时补贴", "ALL", ["subsidy"], []],
  ["logisticsDispatcher", "物流调度", "总部", "安排板车与承运", "ALL", ["logistics"], []],
  ["channelManager", "渠道经理", "总部", "管理门店项目与合作伙伴", "ALL", ["store", "partner"], []],
  [
    "customerService",
    "客服",
    "总部",
    "查询客户订单、权益与车辆",
    "ALL",
    ["order", "rights.AccountManagement", "wecom", carPage],
    vehicle("car", "lookup"),
  ],
  ["partnerAdmin", "合作伙伴管理员", "外部", "管理本伙伴的员工", "ORG_TREE", ["partner", peoplePage], see],
  ["carrierDispatcher", "承运商调度", "外部", "处理本承运商的运单", "ORG", ["logistics"], []],
  ["activityOperator", "活动运营", "总部", "策划车主活动与社群推送", "ALL", ["activity", "wecom"], []],
  ["dataAnalyst", "数据分析员", "总部", "查看线索、订单与补贴的数据", "ALL", ["clue", "order", "subsidy"], []],
  ["observer", "只读观察员", "总部", "查看各业务列表", "ALL", ["clue", "order", "store", "subsidy", peoplePage], see],
];

/**
 * `lent` lists the roles that the holders of a role may grant. `heldAt` lists the organisation types at which a role
 * may be held; a role without an entry may be held everywhere.
 */
const lent: Readonly<Record<string, readonly string[]>> = {
  accountAdmin: lines.map(([code]) => code).filter((code) => !["systemAdmin", "accountAdmin"].includes(code)),
  storeManager: ["salesAdvisor", "deliverySpecialist"],
};
const heldAt: Readonly<Record<string, readonly OrganizationType[]>> = {
  salesAdvisor: ["STORE", "PARTNER"],
  partnerAdmin: ["PARTNER"],
  carrierDispatcher: ["CARRIER"],
};

/** Notes of later changes to some roles, oldest first. Each change added a page. */
export const roleChanges: Readonly<Record<string, readonly string[]>> = {
  regionManager: ["大区例会需要线索看板", "开放订单查询"],
  storeManager: ["门店自行分配线索"],
  clueOperator: ["新增渠道维护", "清洗规则上线", "线索合并上线"],
  customerService: ["客诉处理需要查看订单"],
  observer: ["年度审计需要"],
};

export const roles = lines.map(([code, name, category, description, dataScope, menus, permissionCodes]) => ({
  code,
  name,
  category,
  description,
  dataScope,
  permissionCodes,
  menuKeys: menus.flatMap(pageKeys),
  grantable: lent[code] ?? [],
  exclusiveOrgTypes: heldAt[code] ?? [],
  builtIn: code === "systemAdmin",
  version: 1 + (roleChanges[code]?.length ?? 0),
}));

/** Finds the pages of a group, or the single page. An unknown key throws, so that a typo does not go unnoticed. */
export function pageKeys(menu: string): string[] {
  const pages = defaultMenus().filter(({ kind }) => kind === "PAGE");
  const keys = pages.filter(({ key, parentKey }) => key === menu || parentKey === menu).map(({ key }) => key);
  if (keys.length === 0) throw new Error(`the demo role menu ${menu} does not exist`);
  return keys;
}
