import { oneOf } from "@ops/platform/contract";

/** 现车类型: the purpose for which the brand keeps the car now (VE-R15). */
export const stockKinds = {
  ORDER: "订单车",
  NORMAL: "常规现车",
  CANCELLED: "退订车",
  DISPLAY: "展车",
  TEST_DRIVE: "试驾车",
  DAMAGED: "质损车",
  BUYBACK: "回购车",
} as const;
export type StockKind = keyof typeof stockKinds;
export const stockKind = oneOf(stockKinds, "请选择现车类型").meta({ label: "现车类型" });

export const blockKinds = {
  QUALITY: "质量",
  LEGAL: "法务",
  RECALL: "召回",
  STOCKTAKE: "盘点",
  TRANSFER: "调拨",
  OTHER: "其他",
} as const;
export type BlockKind = keyof typeof blockKinds;
export const blockKind = oneOf(blockKinds, "请选择管控类型").meta({ label: "管控类型" });

export const damageLevels = { MINOR: "轻微", MEDIUM: "一般", SEVERE: "严重" } as const;
export type DamageLevel = keyof typeof damageLevels;
export const damageLevel = oneOf(damageLevels, "请选择质损等级");

export const conditionStates = { OPEN: "未修复", REPAIRED: "已修复", VOID: "撤销" } as const;

export const holdKinds = { LOCK: "锁单", ORDER: "订单", OWNER: "车主" } as const;
export type HoldKind = keyof typeof holdKinds;
export const holdKind = oneOf(holdKinds).meta({ label: "占用" });

/** Oddities of a car that are allowed. */
export const carFlags = {
  CHECK_ODD: "校验位异常",
  YEAR_ODD: "年份位与年款不一致",
  SPEC_ODD: "颜色与配置不匹配",
} as const;
export type CarFlag = keyof typeof carFlags;
export const carFlag = oneOf(carFlags);

/**
 * The sources of reports about a car, in order of their rank. For equal times, the source with the higher rank wins
 * (VE-R10).
 */
export const carSources = {
  LOGISTICS: "物流",
  ORDER: "订单",
  LIGHTNING: "闪电锁单",
  RIGHTS: "权益",
  MES: "工厂",
  CLOUD: "车云",
  IMPORT: "导入",
  CONSOLE: "控制台",
} as const;
export type CarSource = keyof typeof carSources;
export const carSource = oneOf(carSources).meta({ label: "来源" });

/** The events of a car, as its log names them. */
export const carEventTypes = {
  registered: "建档",
  produced: "下线",
  released: "放行",
  locked: "锁定",
  unlocked: "解锁",
  allocated: "配单",
  unallocated: "退配",
  delivered: "交付",
  deliveryReverted: "撤销交付",
  ownerChanged: "过户",
  takenBack: "退车回购",
  inspected: "复检",
  off: "注销",
  restored: "恢复",
  buildOrderCleared: "取消生产订单",
  placed: "位置",
  etaChanged: "预计到达",
  conditionNoted: "车况",
  conditionClosed: "车况关闭",
  blocked: "管控",
  unblocked: "解除管控",
  stockKindSet: "现车类型",
  marketTypeChanged: "市场类型",
  mileage: "里程",
  plate: "车牌",
  activated: "激活",
  partsChanged: "换件",
  specCorrected: "配置更正",
  orgMerged: "组织合并",
  holdOrgsSet: "占用组织",
} as const;
export type CarEventType = keyof typeof carEventTypes;
