import { type DataScope, requireRecord, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { CarShape, getCar } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";
import { refuseCarrierStaff } from "./narrowed.ts";
import { shelvedFor } from "./shelf.ts";

type Reach = (organizations: RawBuilder<unknown>) => RawBuilder<boolean>;

/** Uses the index over the organisations of cars. */
const isReached: Reach = (organizations) =>
  sql<boolean>`array_append(car.hold_org_ids, car.place_org_id) && array(${organizations})`;

/** Puts a car into scope by the organisation of its place, by those of its live hold, and by the shelf (section 7). */
const scopeBy =
  (reach: Reach) =>
  ({ organizations, selfId }: Extract<DataScope, { all: false }>) => {
    const parts: RawBuilder<boolean>[] = [];
    if (organizations) parts.push(reach(organizations), ...shelvedFor(organizations));
    if (selfId !== null) parts.push(sql<boolean>`car.created_by = ${selfId}`);
    return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;
  };

export const cars = tableOf(CarShape, {
  scope: scopeBy(isReached),
  read: getCar.permission,
  readable: async (tx, id) => {
    await refuseCarrierStaff(tx); // the log names holders, which carriers must not see
    await requireRecord(tx, cars, id);
  },
  number: "vin",
  json: ["clocks"],
  labels: { holdState: "占用状态", openBlocks: "管控数", worstDamage: "最重质损" },
  unlogged: [
    "carConfigId",
    "flags",
    "marketTypeId",
    "cityCode",
    "placeAt",
    "inStockAt",
    "mileageAt",
    "plateAt",
    "whereabouts",
  ],
});
export type CarRow = RowOf<typeof cars>;

/**
 * Checks the same condition car by car. For hundreds of organisations this is faster than the index over them. The
 * first line repeats the condition of the index car_whereabouts_reached, so that PostgreSQL can use that one.
 */
const isReachedByLooking: Reach = (
  organizations,
) => sql<boolean>`((car.place_org_id is not null or car.hold_org_ids <> '{}')
  and (car.place_org_id in (${organizations})
    or car.hold_org_ids[1] in (${organizations}) or car.hold_org_ids[2] in (${organizations})
    or (cardinality(car.hold_org_ids) > 2 and car.hold_org_ids && array(${organizations}))))`;
const carsOfMany: typeof cars = { ...cars, scope: scopeBy(isReachedByLooking) };

const FEW_ORGANIZATIONS = 48;

/** Chooses the table for lists, which read many cars, with the form of the scope that is fast for this reader. */
export async function carsToList(tx: Tx): Promise<typeof cars> {
  const scope = tx.actor.scopeOf(tx.permission);
  if (scope.all || !scope.organizations) return cars;
  const { rows } = await sql`select from (${scope.organizations}) reached limit ${FEW_ORGANIZATIONS + 1}`.execute(
    tx.kysely,
  );
  return rows.length > FEW_ORGANIZATIONS ? carsOfMany : cars;
}
