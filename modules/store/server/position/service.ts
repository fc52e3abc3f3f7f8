import { RoleRef } from "@ops/authority/contract";
import { positionsFor } from "@ops/authority/server";
import { partnerHeadsAt } from "@ops/partner/server";
import { type AnswerFrom, commonErrors, dayOf } from "@ops/platform/contract";
import {
  asStored,
  changeRecord,
  inScope,
  insertRecord,
  lockRecord,
  reads,
  refNames,
  type Tx,
  writes,
} from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";
import { storeTable } from "../site/tables.ts";
import { switchCertRequired } from "./hooks.ts";
import { positionTable } from "./tables.ts";

type Shown = AnswerFrom<typeof contract.editStorePosition>;

export const listStorePositions = reads(contract.listStorePositions, presentAll);

export const editStorePosition = writes(contract.editStorePosition, async (tx, { params: { code }, body }) => {
  const { version, ...values } = body;
  const positions = await positionsFor(tx, ["STORE", "DELIVERY"]);
  if (!positions.some((position) => position.code === code)) throw commonErrors.notFound();
  const known = await findRow(tx, "storePosition", { positionCode: code });
  const before = known ? await lockRecord(tx, positionTable, known.id, version ?? 0, asStored) : null;
  const { isCertRequired = before?.isCertRequired ?? false, interviewRounds = before?.interviewRounds ?? [] } = values;
  const whole = { ...values, isCertRequired, interviewRounds };
  if (before) await changeRecord(tx, positionTable, before, whole);
  else await insertRecord(tx, positionTable, { positionCode: code, ...whole });
  if (isCertRequired !== (before?.isCertRequired ?? false)) await switchCertRequired(tx, code, isCertRequired);
  const saved = (await presentAll(tx)).find(({ positionCode }) => positionCode === code);
  if (!saved) throw commonErrors.notFound();
  return saved;
});

/** Presents positions in the order of stores; those that nobody has set up come last, the highest rank first. */
async function presentAll(tx: Tx): Promise<Shown[]> {
  const positions = await positionsFor(tx, ["STORE", "DELIVERY"]);
  const rows = new Map((await findRows(tx, "storePosition", {})).map((row) => [row.positionCode, row]));
  const roles = await refNames(
    tx,
    RoleRef,
    positions.flatMap(({ defaultRoleIds }) => defaultRoleIds),
  );
  const heads = await headsByPosition(tx);
  const shown = positions.map(({ code, name, status, orgTypes, defaultRoleIds }): Shown => {
    const row = rows.get(code);
    return {
      positionCode: code,
      name,
      isEnabled: status === "ENABLED",
      orgTypes,
      family: row?.family ?? null,
      sort: row?.sort ?? 0,
      isShown: row?.isShown ?? false,
      isCertRequired: row?.isCertRequired ?? false,
      interviewRounds: [...contract.roundsOf(row?.interviewRounds ?? [])],
      roleNames: defaultRoleIds.map((id) => roles.get(id) ?? ""),
      heads: heads.get(code) ?? 0,
      version: row?.version ?? null,
    };
  });
  return shown.toSorted((a, b) => Number(a.version === null) - Number(b.version === null) || a.sort - b.sort);
}

/** Counts the people in post in the stores that the reader sees, own ones and partners'. */
async function headsByPosition(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const own = await sql<{ positionCode: string; heads: number }>`
    select position_code, count(*)::int as heads from store_staff join store on store.id = store_staff.store_id
    where store_staff.state in ('IN_POST', 'MOVING', 'LEAVING') and ${inScope(tx, storeTable)}
    group by position_code`.execute(tx.kysely);
  const others = await sql<{ id: string }>`select id from store
    where partner_id is not null and state <> 'CLOSED' and ${inScope(tx, storeTable)}`.execute(tx.kysely);
  const partners = await partnerHeadsAt(
    tx,
    others.rows.map(({ id }) => id),
    dayOf(tx.now),
  );
  const heads = new Map<string, number>();
  for (const one of [...own.rows, ...[...partners.values()].flat()]) {
    heads.set(one.positionCode, (heads.get(one.positionCode) ?? 0) + one.heads);
  }
  return heads;
}
