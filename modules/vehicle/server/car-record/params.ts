import { choiceParam, numberParam, type ParamDeclaration, textParam } from "@ops/platform/server";
import { type BlockKind, blockKinds } from "../../contract/index.ts";

const group = "车辆档案";

export const vinCheck = choiceParam("vehicle.vinCheck", "STRICT", {
  group,
  description: "车架号校验位不符时：STRICT 拒绝，WARN 建档并标记",
  choices: ["STRICT", "WARN"],
});
export const lockWaitMs = numberParam("vehicle.lockWaitMs", 2_000, {
  group,
  description: "等待他人操作同一辆车的毫秒数",
  min: 100,
  max: 30_000,
});
export const futureMinutes = numberParam("vehicle.futureMinutes", 5, {
  group,
  description: "事件时间最多可晚于当前时间的分钟数",
  min: 0,
  max: 1_440,
});
export const etaMovedMinutes = numberParam("vehicle.etaMovedMinutes", 30, {
  group,
  description: "预计到达时间变化多少分钟才记录",
  min: 0,
  max: 1_440,
});
export const lookupsPerHour = numberParam("vehicle.lookupsPerHour", 60, {
  group,
  description: "每人每小时可按VIN查询的车辆数",
  min: 1,
  max: 10_000,
});
/** Section 13: the car itself tells its mileage many times a day. */
export const mileageThinning = choiceParam("vehicle.mileage.thinning", "DAILY", {
  group,
  description: "车云里程报文：DAILY 每车每天应用一条（权益里程临近上限时除外），ALL 全部应用",
  choices: ["DAILY", "ALL"],
});
/** VE-R13: a car that nobody owned yet has hardly been driven. */
export const newCarKm = numberParam("vehicle.newCarKm", 100, {
  group,
  description: "新车交付时里程超过多少公里即提醒",
  min: 0,
  max: 100_000,
});
export const longTransitDays = numberParam("vehicle.longTransitDays", 30, {
  group,
  description: "运输超过多少天视为异常",
  min: 1,
  max: 365,
});
export const unboundHours = numberParam("vehicle.unboundHours", 24, {
  group,
  description: "按订单生产的车辆多少小时未配单即提醒",
  min: 1,
  max: 2_160,
});
export const waitingHours = numberParam("vehicle.intake.waitingHours", 72, {
  group,
  description: "事件等待车辆建档多少小时后提醒",
  min: 1,
  max: 2_160,
});
export const intakeKeepDays = numberParam("vehicle.intake.keepDays", 180, {
  group,
  description: "接入报文保留天数",
  min: 7,
  max: 3_650,
});
/** VE-R15: which market type is proposed for a stock kind. */
export const marketTypeByStock = textParam("vehicle.marketTypeByStock", "TEST_DRIVE=USED", {
  group,
  description: "配单时按现车类型建议的市场类型，如 TEST_DRIVE=USED;DISPLAY=USED",
});

const EFFECTS = ["锁定", "锁定+交付", "锁定+发运+交付"] as const;
type Effect = (typeof EFFECTS)[number];

const effectOf = (kind: BlockKind, initial: Effect): ParamDeclaration<Effect> =>
  choiceParam(`vehicle.block.${kind}`, initial, {
    group,
    description: `${blockKinds[kind]}管控停止什么（锁定含配单）`,
    choices: EFFECTS,
  });

/** VE-R11: what a block stops. */
export const blockEffects: Readonly<Record<BlockKind, ParamDeclaration<Effect>>> = {
  QUALITY: effectOf("QUALITY", "锁定+发运+交付"),
  LEGAL: effectOf("LEGAL", "锁定+发运+交付"),
  RECALL: effectOf("RECALL", "锁定+交付"),
  STOCKTAKE: effectOf("STOCKTAKE", "锁定"),
  TRANSFER: effectOf("TRANSFER", "锁定"),
  OTHER: effectOf("OTHER", "锁定"),
};

export const carParams = [
  vinCheck,
  lockWaitMs,
  futureMinutes,
  etaMovedMinutes,
  marketTypeByStock,
  waitingHours,
  intakeKeepDays,
  lookupsPerHour,
  longTransitDays,
  unboundHours,
  mileageThinning,
  newCarKm,
  ...Object.values(blockEffects),
];
