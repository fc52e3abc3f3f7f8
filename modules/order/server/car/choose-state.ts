import type { PublishedCar } from "@ops/vehicle/server";
import type { OrderRow } from "../order/tables.ts";

export type StageOfPlace = "PRODUCED" | "IN_TRANSIT" | "ARRIVED";
type Place = Pick<PublishedCar, "placeKind" | "placeId">;

/** The stage of an order follows from where its car is (OR-R13). */
export function stateByPlace({ deliveryStoreId }: OrderRow, { placeKind, placeId }: Place): StageOfPlace {
  if (placeKind === "STORE" && placeId === deliveryStoreId) return "ARRIVED";
  return placeKind === "TRANSIT" ? "IN_TRANSIT" : "PRODUCED";
}
