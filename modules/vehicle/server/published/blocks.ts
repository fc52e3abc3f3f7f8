import { insertMany, newId, type Tx } from "@ops/platform/server";
import { type BlockKind, type CarSource, carErrors } from "../../contract/index.ts";
import { lockCars } from "../car-record/lock-car.ts";
import type { CarRow } from "../car-record/tables.ts";
import { type Saying, type Told, tellCar } from "../car-record/tell-car.ts";
import { tellCars } from "../car-record/tell-cars.ts";
import { db } from "../database.ts";

export interface Blocking {
  readonly kind: BlockKind;
  readonly reason: string;
  readonly source: CarSource;
  readonly batchNo?: string | null | undefined;
  readonly at?: Date | undefined;
  readonly eventId?: string | undefined;
}

/** What became of each car; `reason` says why nothing did. */
export interface PerCar {
  readonly carId: string;
  readonly done: boolean;
  readonly reason: string | null;
}

/** Stops cars (VE-R11). A block never takes a car from its holder: others hear of it and act. */
export async function block(
  tx: Tx,
  { carIds, ...blocking }: Blocking & { carIds: readonly string[] },
): Promise<PerCar[]> {
  return eachCar(tx, carIds, async (car) => {
    if (await openBlock(tx, car, blocking.kind)) return carErrors.blockOpen().message;
    return (await blockTold(tx, car, blocking)).reason;
  });
}

/** Lets cars go again. */
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

/** For locked cars that have no open block of the kind: as `block` would stop one after the other, with a few statements. */
export async function blockFree(tx: Tx, list: readonly (Blocking & { readonly car: CarRow })[]): Promise<void> {
  const opened: object[] = [];
  const sayingOf = (blocking: Blocking, carId: string): Saying => ({
    fact: blockFact(blocking),
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
  if (opened.length < list.length) throw carErrors.blockOpen(); // a newer fact, or the same, is known
  await insertMany(tx, "carBlock", opened);
}

const blockFact = ({ kind, reason, source, at, eventId }: Blocking) =>
  ({ type: "blocked", source, eventId, at, note: reason, clock: `block.${kind}`, says: { kind } }) as const;

/** For a locked car. Told again by a newer fact, the open block takes its reason and its beginning. */
export function blockTold(tx: Tx, car: CarRow, blocking: Blocking): Promise<Told> {
  const { kind, reason, batchNo = null } = blocking;
  const fact = blockFact(blocking);
  return tellCar(tx, car, fact, async (_car, { at: fromAt }) => {
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

/** For a locked car. Without an open block only the clock moves, so that a late beginning changes nothing. */
export function unblockTold(tx: Tx, car: CarRow, { kind, reason, source, at, eventId }: Blocking): Promise<Told> {
  const fact = {
    type: "unblocked",
    source,
    eventId,
    at,
    note: reason,
    clock: `block.${kind}`,
    says: { kind },
  } as const;
  return tellCar(tx, car, fact, async (_car, { at: endedAt }) => {
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

function openBlock(tx: Tx, { id }: CarRow, kind: BlockKind) {
  return db(tx)
    .selectFrom("carBlock")
    .select("id")
    .where("carId", "=", id)
    .where("kind", "=", kind)
    .where("endedAt", "is", null)
    .executeTakeFirst();
}
