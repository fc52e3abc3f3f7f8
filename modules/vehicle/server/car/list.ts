import type { QueryOf } from "@ops/platform/contract";
import { countBy, exportsList, is, listPage, reads, type Tx, wholeList } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { carSheet, normaliseVin, type Whereabouts, whereabouts } from "../../contract/index.ts";
import { isNarrowed } from "../car-record/narrowed.ts";
import { carsToList } from "../car-record/tables.ts";
import { presentCars } from "./present.ts";
import { isUnbound } from "./unbound.ts";

type Asked = Omit<QueryOf<typeof contract.listCars>, "pageNo" | "pageSize">;

export const listCars = reads(contract.listCars, async (tx, { query }) => {
  const page = await listPage(tx, await carsToList(tx), query, await carList(tx, query));
  return { ...page, list: await presentCars(tx, page.list) };
});

const words: readonly Whereabouts[] = whereabouts.options;

/** The cars of the list by 去向; asked once per filter, not with every page. */
export const countCars = reads(contract.countCars, async (tx, { query }) => {
  const { where } = await carList(tx, query);
  const counted = await countBy(tx, await carsToList(tx), { column: "whereabouts", values: words, where });
  return counted.map(({ value: whereabouts, ...rest }) => ({ whereabouts, ...rest }));
});

/** The same cars as a sheet. */
export const carExport = exportsList(carSheet, async (tx, query) =>
  wholeList(tx, await carsToList(tx), query, { ...(await carList(tx, query)), show: presentCars }),
);

/** What the list and its export show, and in which order. */
async function carList(tx: Tx, query: Asked) {
  const { carConfigId, extColor, intColor, whereabouts, holdState, buildState, stockKind, marketTypeId } = query;
  return {
    where: [
      is("carConfigId", carConfigId),
      is("extColor", extColor),
      is("intColor", intColor),
      is("whereabouts", whereabouts),
      is("holdState", holdState),
      is("buildState", buildState),
      is("stockKind", stockKind),
      is("marketTypeId", marketTypeId),
      is("placeKind", query.placeKind),
      is("cityCode", query.cityCode),
      is("plantCode", query.plantCode),
      is("plateNo", query.plateNo?.toUpperCase()),
      named(query.vins),
      ofSeries(query.seriesId),
      ofSaleCode(query.saleCode),
      aged(query.stockAge, tx.now),
      blocked(query.isBlocked),
      damaged(query.isDamaged),
      produced(query.producedOn),
      query.isUnbound === undefined ? null : query.isUnbound ? isUnbound(tx) : sql<boolean>`not ${isUnbound(tx)}`,
      await askable(tx, query),
    ],
    orderBy: ["updatedAt", "desc"],
  } as const;
}

type Where = RawBuilder<boolean> | null;

/** Whoever does not see something does not find cars by it either. */
async function askable(tx: Tx, { plateNo, holdState, marketTypeId, stockAge, isUnbound }: Asked): Promise<Where> {
  const asksMore = [plateNo, holdState, marketTypeId, stockAge, isUnbound].some((asked) => asked !== undefined);
  return asksMore && (await isNarrowed(tx)) ? sql<boolean>`false` : null;
}

/** Whole VINs, or their last eight characters. */
function named(typed: readonly string[] | undefined): Where {
  if (!typed || typed.length === 0) return null;
  const vins = typed.map(normaliseVin);
  const [whole, tails] = [vins.filter((vin) => vin.length !== 8), vins.filter((vin) => vin.length === 8)];
  return sql<boolean>`(car.vin = any(${whole}) or upper(right(car.vin, 8)) = any(${tails}))`;
}

function ofSeries(seriesId: string | undefined): Where {
  if (!seriesId) return null;
  return sql<boolean>`car.car_config_id in (select id from car_config where series_id = ${seriesId})`;
}

/** Cars of its configuration; where the code names colours, of those only. */
function ofSaleCode(saleCode: string | undefined): Where {
  if (!saleCode) return null;
  return sql<boolean>`exists (select from car_sale_code s where s.sale_code = ${saleCode.toUpperCase()}
    and s.car_config_id = car.car_config_id and coalesce(s.ext_color = car.ext_color, true)
    and coalesce(s.int_color = car.int_color, true))`;
}

function aged(age: string | undefined, now: Date): Where {
  if (!age) return null;
  const [least = 0, most] = age.split("-").map((days) => (days === "" ? undefined : Number(days)));
  const since = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const oldest = most === undefined ? sql<boolean>`true` : sql<boolean>`car.in_stock_at > ${since(most + 1)}`;
  return sql<boolean>`(car.in_stock_at <= ${since(least)} and ${oldest} and car.place_kind <> 'OWNER')`;
}

/** Written out, not as a value: so PostgreSQL knows that the few it asks for have an index. */
const blocked = (wanted: boolean | undefined): Where =>
  wanted === undefined ? null : wanted ? sql<boolean>`car.open_blocks > 0` : sql<boolean>`car.open_blocks = 0`;

const damaged = (wanted: boolean | undefined): Where =>
  wanted === undefined ? null : sql<boolean>`car.worst_damage is ${sql.raw(wanted ? "not null" : "null")}`;

function produced(range: { from: Date; until: Date } | undefined): Where {
  if (!range) return null;
  const day = (instant: Date) => sql`(${instant}::timestamptz at time zone 'Asia/Shanghai')::date`;
  return sql<boolean>`(car.produced_on >= ${day(range.from)} and car.produced_on < ${day(range.until)})`;
}
