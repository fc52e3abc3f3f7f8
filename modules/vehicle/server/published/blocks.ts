import { newId, type Tx } from "@ops/platform/server";
import { type BlockKind, type CarSource, carErrors } from "../../contract/index.ts";
import { lockCars } from "../car/lock-car.ts";
import type { CarRow } from "../car/tables.ts";
import { type Told, tellCar } from "../car/tell-car.ts";
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

/** For a locked car. Told again by a newer fact, the open block takes its reason and its beginning. */
export function blockTold(
  tx: Tx,
  car: CarRow,
  { kind, reason, source, batchNo = null, at, eventId }: Blocking,
): Promise<Told> {
  const fact = { type: "blocked", source, eventId, at, note: reason, clock: `block.${kind}`, says: { kind } } as const;
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
