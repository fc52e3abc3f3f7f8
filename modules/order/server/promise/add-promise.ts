import { newId, type Tx } from "@ops/platform/server";
import { type Party, type PromiseKind, promiseChanged } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { OrderRow } from "../order/tables.ts";
import { setPromiseTimers } from "./timers.ts";

interface NewPromise {
  readonly kind: PromiseKind;
  readonly promisedOn: string | null;
  readonly eta: string | null;
  readonly party: Party;
  readonly reason?: string | null;
  readonly fileIds?: readonly string[];
}

type Promised = Pick<OrderRow, "promiseOriginal" | "promiseEffective" | "eta" | "etaAt">;

/** Notes a word about the day of delivery and answers what changes with it. The order is locked; the caller saves it. */
export async function addPromise(tx: Tx, order: OrderRow, promise: NewPromise): Promise<Promised> {
  const { kind, promisedOn, eta, party, reason = null, fileIds = [] } = promise;
  const { no } = await db(tx)
    .selectFrom("orderPromise")
    .select(({ fn, lit }) => fn.coalesce(fn.max("no"), lit(0)).as("no"))
    .where("orderId", "=", order.id)
    .executeTakeFirstOrThrow();
  const row = { id: newId(), orderId: order.id, no: no + 1, kind, promisedOn, eta, party, reason };
  await db(tx)
    .insertInto("orderPromise")
    .values({ ...row, fileIds: [...fileIds], at: tx.now, by: tx.actor.userId })
    .execute();
  await tx.publish(promiseChanged, { orderId: order.id, at: tx.now.toISOString(), no: no + 1 });
  if (promisedOn !== order.promiseEffective) await setPromiseTimers(tx, order.id, promisedOn);
  const isNew = kind === "LOCK" || kind === "UNLOCK";
  const promiseOriginal = isNew ? promisedOn : order.promiseOriginal;
  return { promiseOriginal, promiseEffective: promisedOn, eta, etaAt: tx.now };
}
