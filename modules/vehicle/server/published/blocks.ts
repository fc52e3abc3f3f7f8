import { insertMany, newId, type Tx } from "@ops/platform/server";
import { type BlockKind, type CarSource, carErrors } from "../../contract/index.ts";
import { lockCars } from "../car-record/lock-car.ts";
import type { CarRow } from "../car-record/tables.ts";
import { type Saying, type Told, tellCar } from "../car-record/tell-car.ts";
import { tellCars } from "../car-record/tell-cars.ts";
import { db, findRow, findRows } from "../database.ts";

export interface Blocking {
  readonly kind: BlockKind;
  readonly reason: string;
  readonly source: CarSource;
  readonly batchNo?: string | null | undefined;
  readonly at?: Date | undefined;
  readonly eventId?: string | undefined;
}

/** The result for each car. `reason` tells why nothing was done. */
export interface PerCar {
  readonly carId: string;
  readonly done: boolean;
  readonly reason: string | null;
}

/** Blocks cars (VE-R11). A block never takes a car from its holder; other modules learn of it by an event and react. */
export async function block(
  tx: Tx,
  { carIds, ...blocking }: Blocking & { carIds: readonly string[] },
): Promise<PerCar[]> {
  return eachCar(tx, carIds, async (car) => {
    if (await openBlock(tx, car, blocking.kind)) return carErrors.blockOpen().message;
    return (await blockTold(tx, car, blocking)).reason;
  });
}

/** Finds the kinds of open blocks of cars, for modules that only show them. Cars without one are left out. */
export async function lookupBlocks(tx: Tx, carIds: readonly string[]): Promise<ReadonlyMap<string, BlockKind[]>> {
  const open = await findRows(tx, "carBlock", { carId: [...new Set(carIds)], endedAt: null }, "fromAt");
  const byCar = Map.groupBy(open, ({ carId }) => carId);
  return new Map([...byCar].map(([carId, blocks]) => [carId, blocks.map(({ kind }) => kind)]));
}

/** Ends blocks of cars. */
export async function unblock(
  tx: Tx,
  { carIds, ...blocking }: Blocking & { carIds: readonly string[] },
): Promise<PerCar[]> {
  return eachCar(tx, carIds, async (car) => {
    if (!(await openBlock(tx, car, blocking.kind))) return carErrors.blockNone().message;
    return (await unblockTold(tx, car, blocking)).reason;
  });
}

async function eachCar(
  tx: Tx,
  carIds: readonly string[],
  act: (car: CarRow) => Promise<string | null>,
): Promise<PerCar[]> {
  const done: PerCar[] = [];
  for (const car of await lockCars(tx, carIds)) {
    const reason = await act(car);
    done.push({ carId: car.id, done: reason === null, reason });
  }
  return done;
}

/**
 * Blocks locked cars without an open block of the kind. The result is the same as that of `block`, with only a few
 * statements.
 */
export async function blockFree(tx: Tx, list: readonly (Blocking & { readonly car: CarRow })[]): Promise<void> {
  const opened: object[] = [];
  const sayingOf = (blocking: Blocking, carId: string): Saying => ({
    fact: factOf("blocked", blocking),
    decide: (car, { at: fromAt }) => {
      const { kind, reason, batchNo = null } = blocking;
      opened.push({ id: newId(), carId, kind, reason, batchNo, fromAt, by: tx.actor.userId });
      return { openBlocks: car.openBlocks + 1 };
    },
  });
  const said = Map.groupBy(list, ({ car }) => car.id);
  await tellCars(
    tx,
    [...said].flatMap(([carId, blockings]) => {
      const sayings = blockings.map((blocking) => sayingOf(blocking, carId));
      return blockings.slice(0, 1).map(({ car }) => ({ car, sayings }));
    }),
  );
  if (opened.length < list.length) throw carErrors.blockOpen(); // some report was outdated or repeated
  await insertMany(tx, "carBlock", opened);
}

const factOf = (type: "blocked" | "unblocked", { kind, reason, source, at, eventId }: Blocking) =>
  ({ type, source, eventId, at, note: reason, clock: `block.${kind}`, says: { kind } }) as const;

/** Blocks a locked car. A newer report about an open block changes its reason and start. */
export function blockTold(tx: Tx, car: CarRow, blocking: Blocking): Promise<Told> {
  const { kind, reason, batchNo = null } = blocking;
  return tellCar(tx, car, factOf("blocked", blocking), async (_car, { at: fromAt }) => {
    const open = await openBlock(tx, car, kind);
    const told = { reason, batchNo, fromAt, by: tx.actor.userId };
    if (open) {
      await db(tx).updateTable("carBlock").set(told).where("id", "=", open.id).execute();
      return {};
    }
    await db(tx)
      .insertInto("carBlock")
      .values({ id: newId(), carId: car.id, kind, ...told })
      .execute();
    return { openBlocks: car.openBlocks + 1 };
  });
}

/**
 * Ends the block of a locked car. If no block is open, only the clock moves, so that an earlier start which arrives
 * later changes nothing.
 */
export function unblockTold(tx: Tx, car: CarRow, blocking: Blocking): Promise<Told> {
  const { kind, reason } = blocking;
  return tellCar(tx, car, factOf("unblocked", blocking), async (_car, { at: endedAt }) => {
    const open = await openBlock(tx, car, kind);
    if (!open) return {};
    await db(tx)
      .updateTable("carBlock")
      .set({ endedAt, endedBy: tx.actor.userId, endReason: reason })
      .where("id", "=", open.id)
      .execute();
    return { openBlocks: car.openBlocks - 1 };
  });
}

const openBlock = (tx: Tx, { id: carId }: CarRow, kind: BlockKind) =>
  findRow(tx, "carBlock", { carId, kind, endedAt: null });
