import type { OrganizationType } from "../../database.ts";

type PositionLine = readonly [
  code: string,
  name: string,
  orgTypes: readonly OrganizationType[],
  roles: readonly string[],
  rank: number,
];

/** Somebody with this rank or a higher one leads the place. */
export const LEADING_RANK = 50;

const lines: readonly PositionLine[] = [
  ["generalManager", "总经理", ["GROUP"], ["observer"], 100],
  ["departmentManager", "部门经理", ["DEPT"], ["observer"], 80],
  ["systemOperator", "系统运维", ["DEPT"], ["accountAdmin"], 40],
  ["auditor", "安全审计", ["DEPT"], ["securityAuditor"], 40],
  ["clueOperator", "线索运营", ["DEPT"], ["clueOperator"], 10],
  ["rightsOperator", "权益运营", ["DEPT"], ["rightsOperator"], 10],
  ["deliveryOperator", "交付运营", ["DEPT"], ["subsidySpecialist", "orderOperator"], 10],
  ["logisticsDispatcher", "物流调度", ["DEPT"], ["logisticsDispatcher"], 10],
  ["productPlanner", "产品配置", ["DEPT"], ["productPlanner"], 10],
  ["carDataKeeper", "车辆数据管理", ["DEPT"], ["carDataKeeper"], 10],
  ["stockOperator", "现车运营", ["DEPT"], ["stockOperator"], 10],
  ["channelManager", "渠道经理", ["DEPT"], ["channelManager"], 40],
  ["customerService", "客服专员", ["DEPT"], ["customerService"], 10],
  ["financeReviewer", "财务审核", ["DEPT"], ["subsidyReviewer", "financeReviewer"], 10],
  ["assistant", "行政专员", ["GROUP", "DEPT"], [], 10],
  ["regionManager", "区域经理", ["REGION"], ["regionManager"], 70],
  ["regionOperator", "区域运营", ["REGION"], ["regionOperator"], 10],
  ["cityManager", "城市经理", ["CITY"], ["cityManager"], 60],
  ["storeManager", "店长", ["STORE"], ["storeManager"], 50],
  ["salesAdvisor", "销售顾问", ["STORE"], ["salesAdvisor"], 10],
  ["deliverySpecialist", "交付专员", ["STORE", "DELIVERY"], ["deliverySpecialist"], 10],
  ["deliveryManager", "交付中心经理", ["DELIVERY"], ["deliveryManager"], 50],
  ["partnerManager", "伙伴负责人", ["PARTNER"], ["partnerAdmin"], 50],
  ["partnerStaff", "伙伴员工", ["PARTNER"], ["salesAdvisor"], 10],
  ["carrierDispatcher", "承运商调度", ["CARRIER"], ["carrierDispatcher"], 10],
];

export const positions = lines.map(([code, name, orgTypes, roles, rank]) => ({ code, name, orgTypes, roles, rank }));

const byCode = new Map(positions.map((position) => [position.code, position]));

export function rankOf(position: string): number {
  return byCode.get(position)?.rank ?? 0;
}

/** Finds the default roles of a position. */
export function rolesOf(position: string): readonly string[] {
  return byCode.get(position)?.roles ?? [];
}

/** Lists the positions to fill at a place, with the leader first. */
export function postsOf({ code, type }: { code: string; type: OrganizationType }): string[] {
  if (type === "GROUP") return ["generalManager"];
  if (type === "REGION") return ["regionManager", ...times(2, "regionOperator")];
  if (type === "CITY") return ["cityManager"];
  if (type === "STORE") {
    const advisors = code.endsWith("01") ? 5 : 4;
    return ["storeManager", ...times(advisors, "salesAdvisor"), ...times(2, "deliverySpecialist")];
  }
  if (type === "DELIVERY") return ["deliveryManager", ...times(3, "deliverySpecialist")];
  if (type === "PARTNER") return ["partnerManager", ...times(3, "partnerStaff")];
  if (type === "CARRIER") return times(3, "carrierDispatcher");
  return ["departmentManager", ...(departmentPosts[code] ?? times(3, "assistant"))];
}

const departmentPosts: Readonly<Record<string, readonly string[]>> = {
  "DEPT-SALES": times(5, "clueOperator"),
  "DEPT-USER": [...times(3, "rightsOperator"), ...times(2, "productPlanner")],
  "DEPT-DELIVERY": [...times(3, "deliveryOperator"), ...times(2, "carDataKeeper")],
  "DEPT-LOGISTICS": [...times(3, "logisticsDispatcher"), ...times(2, "stockOperator")],
  "DEPT-CHANNEL": times(4, "channelManager"),
  "DEPT-SERVICE": times(7, "customerService"),
  "DEPT-IT": [...times(3, "systemOperator"), "auditor"],
  "DEPT-FINANCE": times(4, "financeReviewer"),
};

function times(count: number, post: string): string[] {
  return Array.from({ length: count }, () => post);
}
