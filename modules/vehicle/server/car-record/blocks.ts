import type { Tx } from "@ops/platform/server";
import { blockKinds, carErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { blockEffects } from "./params.ts";
import type { CarRow } from "./tables.ts";

interface Act {
  readonly stops: "锁定" | "发运" | "交付";
  /** What the refusal calls it; the same word when empty. */
  readonly action?: string;
  /** When it happens: a block that began later does not count. */
  readonly at?: Date;
}

/** Refuses VEHICLE_BLOCKED while an open block stops the act (VE-R11). */
export async function refuseBlocked(tx: Tx, car: CarRow, act: Act): Promise<void> {
  const found = await findBlock(tx, car, act);
  if (!found) return;
  throw carErrors.blocked({ kind: blockKinds[found.kind], reason: found.reason, action: act.action ?? act.stops });
}

/** The first open block that stops it. */
export async function findBlock(tx: Tx, car: Pick<CarRow, "id" | "openBlocks">, { stops, at = tx.now }: Act) {
  if (car.openBlocks === 0) return null;
  const open = await openBlocksOf(tx, car.id);
  return open.find(({ kind, fromAt }) => fromAt <= at && tx.param(blockEffects[kind]).includes(stops)) ?? null;
}

/** The kinds of open blocks of each of these cars. */
export async function openKindsOf(tx: Tx, cars: readonly CarRow[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const ids = cars.filter(({ openBlocks }) => openBlocks > 0).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const open = await db(tx)
    .selectFrom("carBlock")
    .select(["carId", "kind"])
    .where("carId", "in", ids)
    .where("endedAt", "is", null)
    .execute();
  const byCar = Map.groupBy(open, ({ carId }) => carId);
  return new Map([...byCar].map(([carId, blocks]) => [carId, new Set(blocks.map(({ kind }) => kind))]));
}

export function openBlocksOf(tx: Tx, carId: string) {
  return db(tx)
    .selectFrom("carBlock")
    .select(["id", "kind", "reason", "batchNo", "fromAt"])
    .where("carId", "=", carId)
    .where("endedAt", "is", null)
    .orderBy("fromAt")
    .orderBy("id")
    .execute();
}
