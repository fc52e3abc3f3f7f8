import { userStates } from "@ops/authority/contract";
import { lookupPeople, removeOrganization, setOrganizationLeader } from "@ops/authority/server";
import { partnerStaffAt } from "@ops/partner/server";
import { lockRecord, removeRecord, type Tx, usagesOf, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { storeErrors, storeStates } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { type StoreRow, storeTable } from "../site/tables.ts";
import { lockStoreNames } from "./code.ts";
import { presentStore } from "./present.ts";
import { changeStore, insertStore } from "./save.ts";

export const createStore = writes(contract.createStore, async (tx, { body }) => {
  await lockStoreNames(tx);
  return presentStore(tx, await insertStore(tx, body));
});

export const editStore = writes(contract.editStore, async (tx, { params, body: { version, ...typed } }) => {
  await lockStoreNames(tx);
  const store = await lockRecord(tx, storeTable, params.id, version, presentStore);
  return presentStore(tx, await changeStore(tx, store, typed));
});

/** Deletes a store that was never used, with its organisation. */
export const removeStore = writes(contract.removeStore, async (tx, { params, query }) => {
  const store = await lockRecord(tx, storeTable, params.id, query.version, presentStore);
  storeStates.next(store.state, "remove");
  if (await isUsed(tx, store)) throw storeErrors.used();
  for (const table of ["headcount_quota", "headcount", "duty_day", "duty_week", "duty_shift", "duty_member"]) {
    await sql`delete from ${sql.table(table)} where store_id = ${store.id}`.execute(tx.kysely);
  }
  await sql`delete from store_hours where id = ${store.id}`.execute(tx.kysely);
  await removeRecord(tx, storeTable, store);
  await removeOrganization(tx, store.id);
  return true as const;
});

/** Whether somebody was ever entered or moved here, a project or records of other modules point here, or work is in hand. */
async function isUsed(tx: Tx, { id }: StoreRow): Promise<boolean> {
  if (await findRow(tx, "storeStaff", { storeId: id })) return true;
  if (await findRow(tx, "storeMovement", { fromStoreId: id })) return true;
  if (await findRow(tx, "storeMovement", { toStoreId: id })) return true;
  if (await findRow(tx, "storeProject", { storeId: id })) return true;
  if ((await partnerStaffAt(tx, id)).length > 0) return true;
  if ((await usagesOf(tx, storeTable.name, id)).length > 0) return true;
  for (const work of tx.workInHand) if ((await work.countOf(tx, { kind: "organization", id })) > 0) return true;
  return false;
}

/** Sets the leader of the organisation, who has to be in post here, own or of the partner. */
export const setStoreManager = writes(contract.setStoreManager, async (tx, { params, body }) => {
  const store = await lockRecord(tx, storeTable, params.id, body.version, presentStore);
  if (body.userId !== null && !(await isInPost(tx, store.id, body.userId))) {
    throw storeErrors.manager(undefined, { field: "userId" });
  }
  if (body.userId !== null) await requireActive(tx, body.userId);
  tx.trail.about(storeTable.name, store.id, store.storeCode);
  await setOrganizationLeader(tx, store.id, body.userId);
  return presentStore(tx, store);
});

/** Only accounts in use lead organisations: somebody who was just onboarded signs in first. */
async function requireActive(tx: Tx, userId: string): Promise<void> {
  const person = (await lookupPeople(tx, [userId])).get(userId);
  if (!person || person.status === "ACTIVE") return;
  const { name, status } = person;
  const until = status === "PENDING" ? "首次登录" : "恢复正常";
  throw storeErrors.managerAccount({ name, state: userStates.label(status), until }, { field: "userId" });
}

async function isInPost(tx: Tx, storeId: string, userId: string): Promise<boolean> {
  if (await findRow(tx, "storeStaff", { storeId, userId, state: "IN_POST" })) return true;
  return (await partnerStaffAt(tx, storeId)).some((one) => one.userId === userId && one.state === "ACTIVE");
}
