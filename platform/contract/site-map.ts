/** One route of the console, as specified. Those with a `{data}` hole and those with `parent` are not in the menu. */
export interface SiteRoute {
  readonly path: string;
  readonly title: string;
  /** The list to which a detail route belongs; its menu item stays highlighted (PF-R70). */
  readonly parent?: string;
  /** The title while a new record is entered there (`mode: "create"` in its data). */
  readonly createTitle?: string;
  /** Stays mounted while the user visits other pages (PF-R7). */
  readonly cached?: true;
  /** A page beside those of the base specification. */
  readonly added?: true;
  /** No module has a page for it yet: it shows 敬请期待, and nothing may call it open (AU-R40). */
  readonly planned?: true;
}

export interface SiteGroup {
  readonly key: string;
  readonly title: string;
  readonly routes: readonly SiteRoute[];
}

/** The `component` of a menu node that is shown but not open yet. Opening the node leads there (AU-R40). */
export const NOT_OPEN_YET = "/NotOpenYet";

/** Routes of the workspace outside every business module. */
export const frameRoutes: readonly SiteRoute[] = [
  { path: "/home", title: "首页" },
  { path: "/thirdLogin", title: "第三方系统" },
  { path: NOT_OPEN_YET, title: "敬请期待" },
  { path: "/error404", title: "页面不存在" },
  { path: "/error403", title: "没有权限" },
  { path: "/error500", title: "服务器出错" },
];

const list = (path: string, title: string): SiteRoute => ({ path, title });
const cachedList = (path: string, title: string): SiteRoute => ({ path, title, cached: true });
const detail = (path: string, title: string, parent: string): SiteRoute => ({ path, title, parent });
const creates = (createTitle: string, route: SiteRoute): SiteRoute => ({ ...route, createTitle });
/**
 * Marks a route without a page. This is written by hand, so that a new or lost page shows in a diff; a test compares it
 * with the page tables.
 */
const planned = (route: SiteRoute): SiteRoute => ({ ...route, planned: true });

const authority = "/AuthorityManagement";
const store = "/StoreManage";
const rights = "/RightCenter";

/** The business modules in menu order. */
export const siteMap: readonly SiteGroup[] = [
  {
    key: "clue",
    title: "线索管理",
    routes: [
      planned(list("/ClueManagement/PrimaryClue", "原始线索")),
      planned(cachedList("/ClueManagement/ClueList", "线索列表")),
      planned(detail("/ClueManagement/ClueList/{data}", "线索详情", "/ClueManagement/ClueList")),
      planned(list("/ClueManagement/AllogeneicClue", "异地线索")),
    ],
  },
  { key: "order", title: "订单管理", routes: [list("/OrderManage/OrderList", "订单列表")] },
  {
    key: "store",
    title: "门店管理",
    routes: [
      list(`${store}/StoreList`, "门店列表"),
      list(`${store}/StaffManagement`, "人员管理"),
      detail(`${store}/StaffManagementCreate/{data}`, "新增人员", `${store}/StaffManagement`),
      detail(`${store}/StaffManagementDetail/{data}`, "人员详情", `${store}/StaffManagement`),
      list(`${store}/StoreProject`, "门店项目"),
      detail(`${store}/StoreProject1/edit/{data}`, "项目编辑", `${store}/StoreProject`),
      detail(`${store}/StoreProject2/progressEdit/{data}`, "进度编辑", `${store}/StoreProject`),
      detail(`${store}/StoreProject2/projectManagerSettings/{data}`, "项目经理设置", `${store}/StoreProject`),
      detail(`${store}/StoreProject2/trainStandardSettings/{data}`, "培训标准设置", `${store}/StoreProject`),
      list(`${store}/StorePosition`, "岗位与编制"),
    ],
  },
  {
    key: "logistics",
    title: "板车物流",
    routes: [
      planned(list("/truckLogistics/EnterGroupList", "入板列表")),
      planned(list("/truckLogistics/CarrierList", "承运列表")),
      planned(detail("/truckLogistics/CarrierListDetail/{data}", "承运单详情", "/truckLogistics/CarrierList")),
      planned(cachedList("/truckLogistics/DriverAndCarManage", "司机与板车管理")),
    ],
  },
  {
    key: "rights",
    title: "权益中心",
    routes: [
      planned(list(`${rights}/PackManagement`, "权益包管理")),
      planned(detail(`${rights}/PackManagementDetail/{data}`, "权益包详情", `${rights}/PackManagement`)),
      planned(detail(`${rights}/PackManagementCreate/{data}`, "新建权益包", `${rights}/PackManagement`)),
      planned(list(`${rights}/DetailManagement`, "权益明细管理")),
      planned(detail(`${rights}/DetailManagementDetail/{data}`, "权益明细详情", `${rights}/DetailManagement`)),
      planned(detail(`${rights}/DetailManagementCreate/{data}`, "新建权益明细", `${rights}/DetailManagement`)),
      planned(list(`${rights}/AccountManagement`, "账户管理")),
      planned(detail(`${rights}/AccountManagementDetail/{data}`, "账户详情", `${rights}/AccountManagement`)),
      planned(detail(`${rights}/AccountManagementBatch`, "批量操作", `${rights}/AccountManagement`)),
      list(`${rights}/CarConfigMaintain`, "车型配置维护"),
      planned(list(`${rights}/BusinessCodeMaintain`, "业务编码维护")),
      planned(list(`${rights}/PartsManagement`, "配件管理")),
      list(`${rights}/CarMarketType`, "车辆市场类型"),
      list(`${rights}/DownloadCenter`, "下载中心"),
      list(`${rights}/ExcelImport`, "导入中心"),
    ],
  },
  {
    key: "subsidy",
    title: "超时补贴",
    routes: [
      planned(list("/OvertimeReturn/OvertimeOrder", "超时订单")),
      planned(detail("/OvertimeReturn/OvertimeOrder/{data}", "超时订单详情", "/OvertimeReturn/OvertimeOrder")),
    ],
  },
  {
    key: "wecom",
    title: "企业微信",
    routes: [
      planned(list("/wecom/QWMessagePush", "消息推送")),
      planned(list("/wecom/butlerGroup", "管家群")),
      planned(detail("/wecom/groupMembers/{data}", "群成员", "/wecom/butlerGroup")),
      planned(list("/wecom/customer", "客户")),
      planned(list("/wecom/datastatistics", "数据统计")),
      planned(list("/wecom/chatRecord", "会话存档")),
      planned(list("/wecom/customerService", "微信客服")),
    ],
  },
  { key: "lightning", title: "闪电交付", routes: [planned(list("/Lightning/Lock", "锁车"))] },
  {
    key: "partner",
    title: "合作伙伴",
    routes: [list("/Partner/list", "合作伙伴"), list("/Partner/staff", "伙伴员工")],
  },
  { key: "activity", title: "车主活动", routes: [planned(list("/ownerActivity/securit", "安全码核验"))] },
  {
    key: "authority",
    title: "账号权限管理",
    routes: [
      list(`${authority}/UserManagement`, "用户管理"),
      creates(
        "新增用户",
        detail(`${authority}/UserManagementDetail/{data}`, "用户详情", `${authority}/UserManagement`),
      ),
      list(`${authority}/OrgManagement`, "组织管理"),
      detail(`${authority}/OrgManagementDetail/{data}`, "组织详情", `${authority}/OrgManagement`),
      list(`${authority}/RoleManagement`, "角色管理"),
      detail(`${authority}/RoleManagementDetail/{data}`, "角色详情", `${authority}/RoleManagement`),
      list(`${authority}/MenuManagement`, "菜单管理"),
      detail(`${authority}/MenuManagementDetail/{data}`, "菜单详情", `${authority}/MenuManagement`),
      list(`${authority}/InterfaceAuthority`, "接口权限"),
      detail(`${authority}/InterfaceAuthority/{data}`, "接口详情", `${authority}/InterfaceAuthority`),
      list(`${authority}/OtherAccountManage`, "第三方账号管理"),
    ],
  },
];

export const siteRoutes: readonly SiteRoute[] = [...frameRoutes, ...siteMap.flatMap((group) => group.routes)];

/** Whether the console has a page behind the path, and not only a place for one. */
export function hasPage(path: string): boolean {
  return siteRoutes.some((route) => route.path === path && !route.planned);
}
