import { disableOrganization, enableOrganization } from "@ops/authority/server";
import { holdPartnerAbove } from "@ops/partner/server";
import { addDays, dayOf } from "@ops/platform/contract";
import { acting, SavedRow, type Tx } from "@ops/platform/server";
import { openingErrors, storeActs, storeChanged, storeClosed, storeErrors, storeOpened } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { type StoreRow, storeTable } from "../site/tables.ts";
import { presentStore } from "../store/present.ts";
import { openTrading, refuseStoppedPartner, resumeTrading, suspendTrading, told } from "./change-state.ts";
import { refuseOpenBusiness } from "./open-business.ts";
import { requireReady } from "./readiness.ts";
import { resumeDue, resumesAt } from "./timers.ts";

const LONGEST_PAUSE = 180;
const notSuspended = { stateBefore: null, suspendSource: null, resumeOn: null };

export const storeActing = acting(storeActs, storeTable, {
  present: (tx, rows) => Promise.all(rows.map((row) => presentStore(tx, row))),
  /** A suspension locks the partner before its stores, so the acts on a store do so too. */
  before: (tx, { id }) => holdPartnerAbove(tx, id),
  reasonIn: "stateReason",
  on: {
    trial: async (tx, store) => {
      await refuseStoppedPartner(tx, store, "开业");
      await requireReady(tx, store, { isTrial: true });
      await tx.publish(storeOpened, { ...told(tx, store), trial: true });
      return {};
    },
    open: async (tx, store) => {
      await requireReady(tx, store);
      return new SavedRow(await openTrading(tx, store));
    },
    suspend: async (tx, store, { resumeOn, reason }) => {
      const today = dayOf(tx.now);
      if (resumeOn <= today || resumeOn > addDays(today, LONGEST_PAUSE)) {
        throw openingErrors.resumeDay(undefined, { field: "resumeOn" });
      }
      await tx.setTimer(resumeDue, store.id, resumesAt(resumeOn), { id: store.id });
      return new SavedRow(await suspendTrading(tx, store, { source: "MANUAL", reason, resumeOn }));
    },
    resume: async (tx, store) => {
      await refuseStoppedPartner(tx, store, "恢复营业");
      return new SavedRow(await resumeTrading(tx, store));
    },
    /** The lock of the store makes orders that ask `requireStore` wait, and it waits for those that asked before. */
    close: async (tx, store, { reason }) => {
      await refuseOpenBusiness(tx, store);
      await disableOrganization(tx, store.id, reason);
      await tx.clearTimer(resumeDue, store.id);
      await tx.publish(storeClosed, told(tx, store));
      return { ...notSuspended, closedOn: dayOf(tx.now) };
    },
    reopen: async (tx, store, { reason }) => {
      await refuseSameName(tx, store);
      await enableOrganization(tx, store.id, reason);
      await tx.publish(storeChanged, told(tx, store));
      return { openedOn: null, closedOn: null };
    },
  },
});

/** A closed store does not occupy its name, so another one may have it by now (ST-R2). */
async function refuseSameName(tx: Tx, { cityCode, name }: StoreRow): Promise<void> {
  const others = ["PREPARING", "TRIAL", "OPEN", "SUSPENDED"] as const;
  if (cityCode && (await findRow(tx, "store", { cityCode, name, state: others }))) throw storeErrors.nameDup();
}
