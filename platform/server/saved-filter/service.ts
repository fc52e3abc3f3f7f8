import * as contract from "@ops/platform/contract";
import { commonErrors, MOST_SAVED_FILTERS, type SavedFilter, savedFilterErrors } from "@ops/platform/contract";
import { sql } from "kysely";
import { changeRecord, insertRecord, lockRecord, removeRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { reads, writes } from "../http/route.ts";
import { db, type SavedFilterRow, savedFilters } from "../tables.ts";
import { findDefaultFilters } from "./default-filters.ts";
import { refuseUnfitFilters, requireList } from "./kept-filters.ts";
import { mayChange, presentFilters, refuseUnseen, requireHome, requireSharer, seenFilters } from "./seen-filters.ts";

export const listSavedFilters = reads(contract.listSavedFilters, async (tx, { query }) => {
  const list = requireList(tx, query.list);
  const rows = await seenFilters(tx).where("list", "=", list.path).orderBy("name").orderBy("id").execute();
  return presentFilters(tx, rows);
});

export const listDefaultFilters = reads(contract.listDefaultFilters, findDefaultFilters);

export const createSavedFilter = writes(contract.createSavedFilter, async (tx, { body }) => {
  const { isShared, ...kept } = body;
  refuseUnfitFilters(requireList(tx, kept.list), kept.filters);
  if (isShared) requireSharer(tx);
  await lockFilters(tx, tx.actor.userId, kept.list);
  const own = await db(tx)
    .selectFrom("savedFilter")
    .select("name")
    .where("createdBy", "=", tx.actor.userId)
    .where("list", "=", kept.list)
    .execute();
  if (own.some(({ name }) => name === kept.name)) throw savedFilterErrors.name({ name: kept.name });
  if (own.length >= MOST_SAVED_FILTERS) throw savedFilterErrors.most();
  const row = await insertRecord(tx, savedFilters, { ...kept, orgId: isShared ? requireHome(tx) : null });
  return presentOne(tx, row);
});

export const editSavedFilter = writes(contract.editSavedFilter, async (tx, { params, body }) => {
  const { version, name, filters, isShared } = body;
  const row = await lockChangeable(tx, params.id, version);
  if (filters) refuseUnfitFilters(requireList(tx, row.list), filters);
  if (name !== undefined && name !== row.name) await refuseTakenName(tx, row, name);
  return presentOne(
    tx,
    await changeRecord(tx, savedFilters, row, { name, filters, orgId: placeOf(tx, row, isShared) }),
  );
});

export const removeSavedFilter = writes(contract.removeSavedFilter, async (tx, { params, query }): Promise<true> => {
  await removeRecord(tx, savedFilters, await lockChangeable(tx, params.id, query.version));
  return true;
});

export const chooseDefaultFilter = writes(contract.chooseDefaultFilter, async (tx, { params, body }): Promise<true> => {
  const { userId } = tx.actor;
  await refuseUnseen(tx, params.id);
  const { id, list, name } = await lockRecord(tx, savedFilters, params.id, null);
  tx.trail.summary = body.isDefault ? `默认使用「${name}」` : `不再默认使用「${name}」`;
  if (body.isDefault) {
    await sql`insert into saved_filter_default (user_id, list, filter_id) values (${userId}, ${list}, ${id})
      on conflict (user_id, list) do update set filter_id = excluded.filter_id`.execute(tx.kysely);
  } else {
    await sql`delete from saved_filter_default where user_id = ${userId} and filter_id = ${id}`.execute(tx.kysely);
  }
  return true;
});

/** Finds the organisation of a filter after a change; undefined means no change. */
function placeOf(tx: Tx, { orgId }: SavedFilterRow, isShared: boolean | undefined): string | null | undefined {
  if (isShared === undefined || isShared === (orgId !== null)) return undefined;
  if (!isShared) return null;
  requireSharer(tx);
  return requireHome(tx);
}

/** A shared one is changed by its maker and by those who may share where it is; for all others it can be used, not changed. */
async function lockChangeable(tx: Tx, id: string, version: number): Promise<SavedFilterRow> {
  await refuseUnseen(tx, id);
  const row = await lockRecord(tx, savedFilters, id, version, presentOne);
  if (!(await mayChange(tx, row))) throw commonErrors.forbidden();
  return row;
}

/** Refuses a name that another filter of the same author has. */
async function refuseTakenName(tx: Tx, { createdBy, list }: SavedFilterRow, name: string): Promise<void> {
  await lockFilters(tx, createdBy, list);
  const taken = await db(tx)
    .selectFrom("savedFilter")
    .select("id")
    .where("createdBy", "=", createdBy)
    .where("list", "=", list)
    .where("name", "=", name)
    .executeTakeFirst();
  if (taken) throw savedFilterErrors.name({ name });
}

/** Lets the saves for one list of a person run one after the other, so that each sees how many filters there are. */
async function lockFilters(tx: Tx, makerId: string, list: string): Promise<void> {
  const key = `saved-filter:${makerId}:${list}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx.kysely);
}

async function presentOne(tx: Tx, row: SavedFilterRow): Promise<SavedFilter> {
  const [shown] = await presentFilters(tx, [row]);
  if (!shown) throw commonErrors.notFound();
  return shown;
}
