import { holdPartnerAbove } from "@ops/partner/server";
import { dayOf } from "@ops/platform/contract";
import { changeRecord, type Tx } from "@ops/platform/server";
import { openingErrors, storeOpened, storeResumed, storeStates, storeSuspended } from "../../contract/index.ts";
import { db } from "../database.ts";
import { type StoreRow, storeTable } from "../site/tables.ts";
import { resumeDue } from "./timers.ts";

export const told = (tx: Tx, { id: storeId }: Pick<StoreRow, "id">) => ({ storeId, at: tx.now.toISOString() });

/**
 * Locks a store whatever the scope of the actor: whoever stops a partner or ends a project changes its stores. Its partner
 * is held or locked before.
 */
export function lockStore(tx: Tx, id: string): Promise<StoreRow> {
  return db(tx).selectFrom("store").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

const stopped = ["SUSPENDED", "EXITING", "TERMINATED"];

/** No store trades while its partner does not, and a suspension that has begun is waited for (ST-R34). */
export async function refuseStoppedPartner(tx: Tx, { id }: StoreRow, act: "开业" | "恢复营业"): Promise<void> {
  const partner = await holdPartnerAbove(tx, id);
  if (partner && stopped.includes(partner.state)) throw openingErrors.partnerStopped({ name: partner.shortName, act });
}

/** Lets a store trade for good from today on. */
export async function openTrading(tx: Tx, store: StoreRow): Promise<StoreRow> {
  await refuseStoppedPartner(tx, store, "开业");
  const state = storeStates.next(store.state, "open");
  const opened = await changeRecord(tx, storeTable, store, { state, stateReason: null, openedOn: dayOf(tx.now) });
  await tx.publish(storeOpened, { ...told(tx, store), trial: false });
  return opened;
}

interface Suspending {
  readonly source: "MANUAL" | "PARTNER";
  readonly reason: string;
  /** Null if nobody knows yet. */
  readonly resumeOn: string | null;
}

/** Stops the trading of a store, which goes back to where it was. */
export async function suspendTrading(tx: Tx, store: StoreRow, { source, reason, resumeOn }: Suspending) {
  const suspended = await changeRecord(tx, storeTable, store, {
    state: storeStates.next(store.state, "suspend"),
    stateBefore: store.state === "TRIAL" ? "TRIAL" : "OPEN",
    stateReason: reason,
    suspendSource: source,
    resumeOn,
  });
  await tx.publish(storeSuspended, { ...told(tx, store), source });
  return suspended;
}

/** Lets a suspended store trade as it did before. */
export async function resumeTrading(tx: Tx, store: StoreRow): Promise<StoreRow> {
  const state = storeStates.next(store.state, store.stateBefore === "TRIAL" ? "resumeTrial" : "resume");
  const blank = { stateBefore: null, stateReason: null, suspendSource: null, resumeOn: null };
  const resumed = await changeRecord(tx, storeTable, store, { ...blank, state });
  await tx.clearTimer(resumeDue, store.id);
  await tx.publish(storeResumed, told(tx, store));
  return resumed;
}
