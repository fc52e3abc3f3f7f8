import { choiceParam, numberParam, type ParamDeclaration, textParam } from "@ops/platform/server";
import { type BlockKind, blockKinds } from "../../contract/index.ts";

const group = "车辆档案";
const numberBetween = (min: number, max: number, key: string, initial: number, description: string) =>
  numberParam(`vehicle.${key}`, initial, { group, description, min, max });

export const vinCheck = choiceParam("vehicle.vinCheck", "STRICT", {
  group,
  description: "车架号校验位不符时：STRICT 拒绝，WARN 建档并标记",
  choices: ["STRICT", "WARN"],
});
export const lockWaitMs = numberBetween(100, 30_000, "lockWaitMs", 2_000, "等待他人操作同一辆车的毫秒数");
export const futureMinutes = numberBetween(0, 1_440, "futureMinutes", 5, "事件时间最多可晚于当前时间的分钟数");
export const etaMovedMinutes = numberBetween(0, 1_440, "etaMovedMinutes", 30, "预计到达时间变化多少分钟才记录");
export const lookupsPerHour = numberBetween(1, 10_000, "lookupsPerHour", 60, "每人每小时可按VIN查询的车辆数");
/** The cars themselves report their mileage many times a day (section 13). */
export const mileageThinning = choiceParam("vehicle.mileage.thinning", "DAILY", {
  group,
  description: "车云里程报文：DAILY 每车每天应用一条（权益里程临近上限时除外），ALL 全部应用",
  choices: ["DAILY", "ALL"],
});
/** A new car is handed over with a low mileage (VE-R13). */
export const newCarKm = numberBetween(0, 100_000, "newCarKm", 100, "新车交付时里程超过多少公里即提醒");
export const longTransitDays = numberBetween(1, 365, "longTransitDays", 30, "运输超过多少天视为异常");
export const unboundHours = numberBetween(1, 2_160, "unboundHours", 24, "按订单生产的车辆多少小时未配单即提醒");
export const waitingHours = numberBetween(1, 2_160, "intake.waitingHours", 72, "事件等待车辆建档多少小时后提醒");
export const intakeKeepDays = numberBetween(7, 3_650, "intake.keepDays", 180, "接入报文保留天数");
/** The market type that is proposed for each stock kind (VE-R15). */
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

/** The acts that each kind of block stops (VE-R11). */
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
