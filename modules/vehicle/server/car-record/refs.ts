import { escapeLike, refTo } from "@ops/platform/server";
import { sql } from "kysely";
import { CarRef } from "../../contract/index.ts";
import { cars } from "./tables.ts";

/** Finds cars in scope by their VIN or its last characters. */
export const carRefs = refTo(CarRef, cars, {
  name: "vin",
  named: (_tx, keyword) => sql<boolean>`car.vin like ${`%${escapeLike(keyword.toUpperCase())}`}`,
  orderBy: ["updatedAt", "desc"],
});
