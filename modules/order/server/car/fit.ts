import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { getCar, listFreeCars, lookupConfigs, type PublishedCar } from "@ops/vehicle/server";
import { orderCarErrors } from "../../contract/index.ts";
import type { OrderRow } from "../order/tables.ts";

/** Finds the car for an order, which must be equal to what was ordered (OR-R13). */
export async function requireFitting(tx: Tx, order: OrderRow, carId: string): Promise<PublishedCar> {
  const car = await getCar(tx, carId);
  if (!car) throw commonErrors.notFound();
  if (car.configKey === order.configKey) return car;
  throw orderCarErrors.carDiff({ list: (await differences(tx, order, car)).join("、") });
}

/** Finds free cars for an order; before its choice is whole, none can be equal to it. */
export async function fittingCars(tx: Tx, order: OrderRow): Promise<PublishedCar[]> {
  const { carConfigId, configKey, deliveryStoreId, storeId } = order;
  if (carConfigId === null || configKey === null) return [];
  return listFreeCars(tx, { carConfigId, configKey, storeId: deliveryStoreId ?? storeId });
}

async function differences(tx: Tx, order: OrderRow, car: PublishedCar): Promise<string[]> {
  const configs = await lookupConfigs(tx, [order.carConfigId ?? "", car.carConfigId].filter(Boolean));
  const nameOf = (id: string | null) => configs.get(id ?? "")?.name ?? "";
  const [wanted, built] = [order.optionCodes.toSorted().join(), car.optionCodes.toSorted().join()];
  const pairs = [
    ["配置", nameOf(order.carConfigId), nameOf(car.carConfigId), order.carConfigId === car.carConfigId],
    ["外观", order.extColor ?? "", car.extColor, order.extColor === car.extColor],
    ["内饰", order.intColor ?? "", car.intColor, order.intColor === car.intColor],
    ["选装", wanted || "无", built || "无", wanted === built],
  ] as const;
  return pairs.flatMap(([label, ordered, found, isSame]) => (isSame ? [] : [`${label}应为${ordered}，实为${found}`]));
}
