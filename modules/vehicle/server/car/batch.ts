import { normaliseVin } from "@ops/platform/contract";
import { catchRefusal, listPage, oneOf, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { carErrors } from "../../contract/index.ts";
import { type CarRow, cars } from "../car-record/tables.ts";
import { block, type PerCar, unblock } from "../published/blocks.ts";
import { setStockKind } from "../published/readings.ts";

interface PerVin {
  readonly vin: string;
  readonly done: boolean;
  readonly reason: string | null;
}

export const blockCars = writes(contract.blockCars, (tx, { body: { vins, kind, reason } }) => {
  tx.trail.reason = reason;
  return actOnEachVin(tx, vins, (carIds) =>
    block(tx, { carIds, kind, reason, source: "CONSOLE", batchNo: tx.request.requestId }),
  );
});

export const unblockCars = writes(contract.unblockCars, (tx, { body: { vins, kind, reason } }) => {
  tx.trail.reason = reason;
  return actOnEachVin(tx, vins, (carIds) => unblock(tx, { carIds, kind, reason, source: "CONSOLE" }));
});

export const setCarsStockKind = writes(contract.setCarsStockKind, (tx, { body: { vins, stockKind: kind, reason } }) => {
  tx.trail.reason = reason;
  return actOnEachVin(tx, vins, async (carIds) => {
    const done: PerCar[] = [];
    for (const carId of carIds) {
      const refusal = await catchRefusal(() => setStockKind(tx, { carId, kind, reason, source: "CONSOLE" }));
      done.push({ carId, done: refusal === undefined, reason: refusal?.message ?? null });
    }
    return done;
  });
});

/**
 * Acts on the cars in the person's scope and explains for each other car why not. The results keep the order of the
 * VINs.
 */
async function actOnEachVin(
  tx: Tx,
  typed: readonly string[],
  act: (carIds: string[]) => Promise<PerCar[]>,
): Promise<PerVin[]> {
  const vins = [...new Set(typed.map(normaliseVin))];
  const known = new Map((await findInScope(tx, vins)).map((car) => [car.vin, car.id]));
  const ends = new Map((await act([...known.values()].sort())).map((end) => [end.carId, end]));
  tx.trail.about(cars.name, "", null);
  tx.trail.summary = `${vins.length}辆，完成${[...ends.values()].filter(({ done }) => done).length}辆`;
  return vins.map((vin) => {
    const { done, reason } = ends.get(known.get(vin) ?? "") ?? {
      done: false,
      reason: carErrors.unregistered().message,
    };
    return { vin, done, reason };
  });
}

const PIECE = 100;

async function findInScope(tx: Tx, vins: readonly string[]): Promise<CarRow[]> {
  const found: CarRow[] = [];
  for (let at = 0; at < vins.length; at += PIECE) {
    const where = [oneOf("vin", vins.slice(at, at + PIECE))] as const;
    const page = await listPage(tx, cars, { pageNo: 1, pageSize: PIECE }, { where, orderBy: ["updatedAt", "desc"] });
    found.push(...page.list);
  }
  return found;
}
