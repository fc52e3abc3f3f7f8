import type { Tx } from "@ops/platform/server";
import { blockKinds, carErrors } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { blockEffects } from "./params.ts";
import type { CarRow } from "./tables.ts";

interface Act {
  readonly stops: "锁定" | "发运" | "交付";
  /** The name of the act in the refusal. It defaults to the word in `stops`. */
  readonly action?: string;
  /** When the act happens. Blocks that began later are ignored. */
  readonly at?: Date | undefined;
}

export async function refuseBlocked(tx: Tx, car: CarRow, act: Act): Promise<void> {
  const found = await findBlock(tx, car, act);
  if (!found) return;
  throw carErrors.blocked({ kind: blockKinds[found.kind], reason: found.reason, action: act.action ?? act.stops });
}

/** Finds the first open block that stops the act. */
export async function findBlock(tx: Tx, car: Pick<CarRow, "id" | "openBlocks">, { stops, at = tx.now }: Act) {
  if (car.openBlocks === 0) return null;
  const open = await openBlocksOf(tx, car.id);
  return open.find(({ kind, fromAt }) => fromAt <= at && tx.param(blockEffects[kind]).includes(stops)) ?? null;
}

/** Finds the kinds of open blocks for each of these cars. */
export async function openKindsOf(tx: Tx, cars: readonly CarRow[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const ids = cars.filter(({ openBlocks }) => openBlocks > 0).map(({ id }) => id);
  const open = await findRows(tx, "carBlock", { carId: ids, endedAt: null });
  const byCar = Map.groupBy(open, ({ carId }) => carId);
  return new Map([...byCar].map(([carId, blocks]) => [carId, new Set(blocks.map(({ kind }) => kind))]));
}

export const openBlocksOf = (tx: Tx, carId: string) =>
  findRows(tx, "carBlock", { carId, endedAt: null }, "fromAt", "id");
