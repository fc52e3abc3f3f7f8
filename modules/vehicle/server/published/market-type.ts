import type { Tx } from "@ops/platform/server";
import { carErrors, whereaboutsNames } from "../../contract/index.ts";
import { findLiveHold, refusalOfOther } from "../car-record/holds.ts";
import { lockCar } from "../car-record/lock-car.ts";
import { isMarketTypeOpen } from "../car-record/market-type.ts";
import { tellCar } from "../car-record/tell-car.ts";

export interface MarketTypeChange {
  readonly carId: string;
  /** The order that holds the car. It must not call this after 开票. */
  readonly orderId: string;
  readonly marketTypeId: string;
  readonly reason: string;
}

/** Changes how the order sells its car (VE-R15). After the delivery only the console can do so. */
export async function setMarketType(tx: Tx, { carId, orderId, marketTypeId, reason }: MarketTypeChange): Promise<void> {
  const car = await lockCar(tx, carId);
  if (!(await isMarketTypeOpen(tx, marketTypeId))) throw carErrors.marketTypeUnknown();
  if (car.holdState !== "ALLOCATED") {
    throw carErrors.stateIllegal({ state: whereaboutsNames[car.whereabouts], action: "修改市场类型" });
  }
  const live = await findLiveHold(tx, car);
  if (live?.refId !== orderId) throw refusalOfOther(live);
  if (car.marketTypeId === marketTypeId) return;
  await tellCar(tx, car, { type: "marketTypeChanged", source: "ORDER", note: reason }, () => ({ marketTypeId }));
}
