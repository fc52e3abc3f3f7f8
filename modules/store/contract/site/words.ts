import { framesOf } from "@ops/platform/contract";

/** The page of stores. */
export const STORE_PAGE = "/StoreManage/StoreList";
/** The page of people of own stores. */
export const STAFF_PAGE = "/StoreManage/StaffManagement";
export const staffFrames = framesOf("/store/v1", STAFF_PAGE);
/** The page of positions and their seats; `orgId` and `day` in its address say what it shows first. */
export const HEADCOUNT_PAGE = "/StoreManage/StorePosition";

/** 门店类型 (dictionary `store_type`). */
export const storeTypes = {
  EXPERIENCE: "体验中心",
  USER: "用户中心",
  DELIVERY: "交付中心",
  SERVICE: "服务中心",
  FULL: "综合店",
  MALL: "商超展厅",
  POPUP: "快闪店",
} as const;

/** 经营模式: who runs the store. */
export const operateModes = { DIRECT: "直营", PARTNER: "合伙", AUTHORIZED: "授权" } as const;
export type OperateMode = keyof typeof operateModes;

export const storeLevels = { S: "S", A: "A", B: "B", C: "C" } as const;
export type StoreLevel = keyof typeof storeLevels;

/** Who suspended the store: somebody by hand, or the suspension of its partner. */
export const suspendSources = { MANUAL: "人工", PARTNER: "伙伴暂停" } as const;
