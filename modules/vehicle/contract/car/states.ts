import { oneOf, stateMachine } from "@ops/platform/contract";

/**
 * Who has the car (3.1). Build and place are independent of it: a car on a trailer can be locked, and a blocked car can
 * move.
 */
export const holdStates = stateMachine({
  code: "VEHICLE",
  entity: "车辆",
  initial: "FREE",
  states: {
    FREE: "空闲",
    LOCKED: "已锁定",
    ALLOCATED: "已配单",
    DELIVERED: "已交付",
    RETURNED: "退回待检",
    OFF: "已注销",
  },
  moves: {
    takeForLock: { label: "锁定", from: ["FREE"], to: "LOCKED" },
    releaseLock: { label: "解锁", from: ["LOCKED"], to: "FREE" },
    allocate: { label: "配单", from: ["FREE", "LOCKED"], to: "ALLOCATED" },
    unallocate: { label: "退配", from: ["ALLOCATED"], to: "RETURNED" },
    unallocateUnseen: { label: "退配", from: ["ALLOCATED"], to: "FREE" },
    deliver: { label: "交付", from: ["ALLOCATED"], to: "DELIVERED" },
    revertDeliver: { label: "撤销交付", from: ["DELIVERED"], to: "ALLOCATED" },
    changeOwner: { label: "过户", from: ["DELIVERED"], to: "DELIVERED" },
    takeBack: { label: "退车回购", from: ["DELIVERED"], to: "RETURNED" },
    inspectPass: { label: "复检", from: ["RETURNED"], to: "FREE" },
    inspectFail: { label: "复检", from: ["RETURNED"], to: "RETURNED" },
    off: { label: "注销", from: ["FREE", "RETURNED"], to: "OFF" },
    restore: { label: "恢复", from: ["OFF"], to: "RETURNED" },
  },
});
export type HoldState = keyof typeof holdStates.states;

/** How far the factory is (3.2). This never goes backwards. */
export const buildStates = { PLANNED: "已赋码", BUILT: "已下线", RELEASED: "已放行" } as const;
export type BuildState = keyof typeof buildStates;
export const buildState = oneOf(buildStates).meta({ label: "生产状态" });
export const buildRank: Readonly<Record<BuildState, number>> = { PLANNED: 0, BUILT: 1, RELEASED: 2 };

/** The kinds of places where a person may put a car. */
export const siteKinds = { PLANT: "工厂", WAREHOUSE: "仓库", PORT: "港口", STORE: "门店" } as const;
export const placeKinds = {
  ...siteKinds,
  TRANSIT: "运输中",
  OWNER: "车主",
  UNKNOWN: "未知",
} as const;
export type PlaceKind = keyof typeof placeKinds;
export const placeKind = oneOf(placeKinds, "请选择位置类型").meta({ label: "位置类型" });

/** 去向: one word for lists that sums up hold, build and place (3.4). */
export const whereaboutsNames = {
  OFF: "已注销",
  DELIVERED: "已交付",
  RETURNED: "退回待检",
  PLANNED: "待下线",
  TRANSIT: "运输中",
  AT_STORE: "已到店",
  ALLOCATED: "已配单",
  LOCKED: "已锁定",
  BLOCKED: "已管控",
  FREE: "空闲",
} as const;
export type Whereabouts = keyof typeof whereaboutsNames;
export const whereabouts = oneOf(whereaboutsNames).meta({ label: "去向" });

interface Axes {
  readonly holdState: HoldState;
  readonly buildState: BuildState;
  readonly placeKind: PlaceKind;
  readonly openBlocks: number;
}

/** Answers the first 去向 that fits the car. */
export function whereaboutsOf({ holdState, buildState, placeKind, openBlocks }: Axes): Whereabouts {
  if (holdState === "OFF" || holdState === "DELIVERED" || holdState === "RETURNED") return holdState;
  if (buildState === "PLANNED") return "PLANNED";
  if (placeKind === "TRANSIT") return "TRANSIT";
  if (holdState === "ALLOCATED") return placeKind === "STORE" ? "AT_STORE" : "ALLOCATED";
  if (holdState === "LOCKED") return "LOCKED";
  return openBlocks > 0 ? "BLOCKED" : "FREE";
}
