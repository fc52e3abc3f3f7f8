import type { QueryOf } from "@ops/platform/contract";
import { normaliseVin } from "@ops/platform/contract";
import { countBy, filtersOf, is, list, reads, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { carSheet, whereabouts } from "../../contract/index.ts";
import { isCarrierStaff } from "../car-record/narrowed.ts";
import { cars, carsToList } from "../car-record/tables.ts";
import { presentCars } from "./present.ts";
import { isUnbound } from "./unbound.ts";

type Asked = Partial<QueryOf<typeof contract.listCars>>;

const filters = filtersOf(contract.listCars, cars, {
  plateNo: (typed) => is("plateNo", typed.toUpperCase()),
  vins: matchVins,
  seriesId: (id) => sql<boolean>`car.car_config_id in (select id from car_config where series_id = ${id})`,
  saleCode: hasSaleCode,
  stockAge: (age, { now }) => matchAge(age, now),
  /**
   * The condition is written out instead of passed as a value, so that PostgreSQL can use the partial index on blocked
   * cars.
   */
  isBlocked: (wanted) => (wanted ? sql<boolean>`car.open_blocks > 0` : sql<boolean>`car.open_blocks = 0`),
  isDamaged: (wanted) => sql<boolean>`car.worst_damage is ${sql.raw(wanted ? "not null" : "null")}`,
  isUnbound: (wanted, tx) => (wanted ? isUnbound(tx) : sql<boolean>`not ${isUnbound(tx)}`),
});

const conditionsOf = async (tx: Tx, query: Asked) => [...(await filters(tx, query)), await hideUnseen(tx, query)];

export const listCars = list(contract.listCars, cars, {
  tableFor: carsToList,
  where: conditionsOf,
  orderBy: ["updatedAt", "desc"],
  present: presentCars,
  sheet: carSheet,
});

/** Counts the cars of the list by 去向. Pages ask for it once per filter, not with every page. */
export const countCars = reads(contract.countCars, async (tx, { query }) => {
  const asked = { column: "whereabouts", values: whereabouts.options, where: await conditionsOf(tx, query) } as const;
  const counted = await countBy(tx, await carsToList(tx), asked);
  return counted.map(({ value: whereabouts, ...rest }) => ({ whereabouts, ...rest }));
});

type Where = RawBuilder<boolean> | null;

/** Finds nothing for carriers who filter by data that they may not see. */
async function hideUnseen(tx: Tx, { plateNo, holdState, marketTypeId, stockAge, isUnbound }: Asked): Promise<Where> {
  const asksMore = [plateNo, holdState, marketTypeId, stockAge, isUnbound].some((asked) => asked !== undefined);
  return asksMore && (await isCarrierStaff(tx)) ? sql<boolean>`false` : null;
}

/** Finds cars by whole VINs or by their last eight characters. */
function matchVins(typed: readonly string[]): Where {
  if (typed.length === 0) return null;
  const vins = typed.map(normaliseVin);
  const [whole, tails] = [vins.filter((vin) => vin.length !== 8), vins.filter((vin) => vin.length === 8)];
  return sql<boolean>`(car.vin = any(${whole}) or upper(right(car.vin, 8)) = any(${tails}))`;
}

/** Finds the cars with the configuration of a 物料号. If the 物料号 names colours, the cars must have them. */
function hasSaleCode(saleCode: string): Where {
  if (saleCode === "") return null;
  return sql<boolean>`exists (select from car_sale_code s where s.sale_code = ${saleCode.toUpperCase()}
    and s.car_config_id = car.car_config_id and coalesce(s.ext_color = car.ext_color, true)
    and coalesce(s.int_color = car.int_color, true))`;
}

function matchAge(age: string, now: Date): Where {
  const [least = 0, most] = age.split("-").map((days) => (days === "" ? undefined : Number(days)));
  const since = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const oldest = most === undefined ? sql<boolean>`true` : sql<boolean>`car.in_stock_at > ${since(most + 1)}`;
  return sql<boolean>`(car.in_stock_at <= ${since(least)} and ${oldest} and car.place_kind <> 'OWNER')`;
}
