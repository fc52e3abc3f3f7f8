import type { Tx } from "@ops/platform/server";
import { carErrors, whereaboutsNames } from "../../contract/index.ts";
import { liveHold } from "../car-record/holds.ts";
import { lockCar } from "../car-record/lock-car.ts";
import { isMarketTypeOpen } from "../car-record/market-type.ts";
import { tellCar } from "../car-record/tell-car.ts";

export interface MarketTypeChange {
  readonly carId: string;
  /** The order that holds the car; it calls until 开票 and not later. */
  readonly orderId: string;
  readonly marketTypeId: string;
  readonly reason: string;
}

/** The order sells the car in another way than it was allocated with (VE-R15). After the delivery only the console may. */
export async function setMarketType(tx: Tx, { carId, orderId, marketTypeId, reason }: MarketTypeChange): Promise<void> {
  const car = await lockCar(tx, carId);
  if (!(await isMarketTypeOpen(tx, marketTypeId))) throw carErrors.marketTypeUnknown();
  if (car.holdState !== "ALLOCATED") {
    throw carErrors.stateIllegal({ state: whereaboutsNames[car.whereabouts], action: "修改市场类型" });
  }
  const live = await liveHold(tx, car);
  if (live?.refId !== orderId) throw carErrors.fenced({ token: "-", current: car.holdSeq });
  if (car.marketTypeId === marketTypeId) return;
  await tellCar(tx, car, { type: "marketTypeChanged", source: "ORDER", note: reason }, () => ({ marketTypeId }));
}
