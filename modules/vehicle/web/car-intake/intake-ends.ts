import { getCar, getCarIntake, listCarIntakes, listCars, listIntakeLag } from "@ops/vehicle/contract";

/** What a replay makes stale. */
export const staleIntakes = [listCarIntakes, getCarIntake, listIntakeLag, listCars, getCar];

export const endWords = { applied: "已应用", ignored: "已忽略", waiting: "等待建档", failed: "失败" } as const;
