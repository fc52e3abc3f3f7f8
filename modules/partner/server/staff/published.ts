import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { db } from "../database.ts";
import { isListed } from "./identity.ts";
import { positionCodesOf } from "./params.ts";
import { standingsOf, standsAs } from "./standing.ts";
import type { StaffRow } from "./tables.ts";

/** The states in which a person takes a seat in the store. */
const seated = ["TRAINING", "ACTIVE", "LEAVING"] as const;
/** The person has the certificates of the position, or they are waived. */
const certified = ["VALID", "ENDING", "WAIVED"] as const;

/** A person of a partner who works in a store. */
export interface PartnerStaff
  extends Pick<StaffRow, "id" | "staffNo" | "name" | "phoneMasked" | "userId" | "partnerId" | "joinOn" | "leaveOn"> {
  readonly state: (typeof seated)[number];
  /** The 伙伴岗位, and the position of the authority module for it; null if there is none. */
  readonly partnerPosition: string;
  readonly positionCode: string | null;
  readonly isCertified: boolean;
  /** Whether the account is open and not frozen. */
  readonly isUsable: boolean;
}

/** Lists everybody of a partner who works in the store, by number and without regard to the scope. Locks nothing. */
export async function partnerStaffAt(tx: Tx, storeId: string): Promise<readonly PartnerStaff[]> {
  return (await partnerStaffIn(tx, [storeId])).get(storeId) ?? [];
}

/** Lists the same of many stores at once, by store. */
export async function partnerStaffIn(
  tx: Tx,
  storeIds: readonly string[],
): Promise<ReadonlyMap<string | null, readonly PartnerStaff[]>> {
  if (storeIds.length === 0) return new Map();
  const rows = await db(tx)
    .selectFrom("partnerStaff")
    .selectAll()
    .where("storeId", "in", storeIds)
    .where("state", "in", seated)
    .$narrowType<{ state: (typeof seated)[number] }>()
    .orderBy("staffNo")
    .execute();
  const ids = rows.map(({ id }) => id);
  const [standings, codes] = [await standingsOf(tx, ids), positionCodesOf(tx)];
  const present = ({ positionCode, freezeSources, ...staff }: (typeof rows)[number]): PartnerStaff => {
    const { id, staffNo, name, phoneMasked, userId, partnerId, joinOn, leaveOn, state } = staff;
    const standing = standings.get(id)?.standing;
    const shown = { id, staffNo, name, phoneMasked, userId, partnerId, joinOn, leaveOn, state };
    return {
      ...shown,
      partnerPosition: positionCode,
      positionCode: codes.get(positionCode) ?? null,
      isCertified: certified.some((one) => one === standing),
      isUsable: userId !== null && state === "ACTIVE" && freezeSources.length === 0,
    };
  };
  const byStore = Map.groupBy(rows, ({ storeId }) => storeId);
  return new Map([...byStore].map(([storeId, here]) => [storeId, here.map(present)]));
}

export interface PartnerHeads {
  readonly positionCode: string;
  readonly heads: number;
  readonly certified: number;
}

/** The positions of the authority module for kinds of work, as a table. */
function mapped(tx: Tx): RawBuilder<unknown> {
  const codes = [...positionCodesOf(tx)];
  return sql`unnest(${codes.map(([position]) => position)}::text[], ${codes.map(([, code]) => code)}::text[])
    as map (position, code)`;
}

/**
 * The people of partners who take a seat on a day, with the position in `map.code`. Kinds of work without a position are
 * left out. A leaving person keeps the seat until the hand-over is done.
 */
function seatedOn(tx: Tx, day: string): RawBuilder<unknown> {
  return sql`partner_staff
    join ${mapped(tx)} on map.position = partner_staff.position_code and state = any(${[...seated]}::text[]) and join_on <= ${day}::date
      and (leave_on is null or greatest(leave_on, ${dayOf(tx.now)}::date) >= ${day}::date)`;
}

/** Selects store and position of each seat that somebody of a partner takes on a day, for counts over many stores. */
export function partnerSeatsOn(tx: Tx, day: string): RawBuilder<unknown> {
  return sql`select store_id, map.code as position_code from ${seatedOn(tx, day)}`;
}

/** The time for which somebody of a partner takes a seat. */
export interface PartnerStay extends Pick<StaffRow, "joinOn" | "leaveOn"> {
  readonly storeId: string;
  readonly positionCode: string;
}

/** Lists for each seat that people of partners take in these stores, now or later, from when until when it is. */
export async function partnerStaysIn(tx: Tx, storeIds: readonly string[]): Promise<PartnerStay[]> {
  const { rows } = await sql<PartnerStay>`select store_id, map.code as position_code, join_on, leave_on
    from partner_staff join ${mapped(tx)} on map.position = partner_staff.position_code
    where store_id = any(${storeIds}::uuid[]) and state = any(${[...seated]}::text[])`.execute(tx.kysely);
  return rows;
}

/** Counts the seats that people of partners take in each store on a day, by position. */
export async function partnerHeadsAt(
  tx: Tx,
  storeIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, readonly PartnerHeads[]>> {
  if (storeIds.length === 0) return new Map();
  const { rows } = await sql<PartnerHeads & { storeId: string }>`
    select store_id, map.code as position_code, count(*)::int as heads,
      (count(*) filter (where ${standsAs(tx, ...certified)}))::int as certified
    from ${seatedOn(tx, day)} where store_id = any(${storeIds}::uuid[])
    group by store_id, map.code order by map.code`.execute(tx.kysely);
  const heads = Map.groupBy(rows, ({ storeId }) => storeId);
  return new Map([...heads].map(([id, counted]) => [id, counted.map(({ storeId, ...one }) => one)]));
}

export interface AskedIdentity {
  readonly phone: string;
  /** Null if it is not known yet. */
  readonly idNo: string | null;
}

/**
 * Finds those among many of whom some number belongs to somebody who works for a partner or is restricted. Whoever is
 * not found passes `identityCheck`; the others must be asked for one by one.
 */
export async function suspectsAmong<T extends AskedIdentity>(tx: Tx, people: readonly T[]): Promise<ReadonlySet<T>> {
  const hashed = people.map((one) => {
    const idNoHash = one.idNo === null ? null : tx.vault.hash("idCard", one.idNo);
    return { one, phoneHash: tx.vault.hash("phone", one.phone), idNoHash };
  });
  const phones = hashed.map(({ phoneHash }) => phoneHash);
  const idNos = hashed.flatMap(({ idNoHash }) => idNoHash ?? []);
  const isOne = sql`(phone_hash = any(${phones}::bytea[]) or id_no_hash = any(${idNos}::bytea[]))`;
  const { rows } = await sql<{ hash: string }>`select encode(unnest(array[phone_hash, id_no_hash]), 'hex') as hash
    from (select phone_hash, id_no_hash from partner_staff where state not in ('LEFT', 'REJECTED') and ${isOne}
      union all select phone_hash, id_no_hash from partner_blacklist where ${isOne}) known`.execute(tx.kysely);
  const known = new Set(rows.map(({ hash }) => hash));
  const isKnown = (hash: Buffer | null) => hash !== null && known.has(hash.toString("hex"));
  return new Set(hashed.flatMap(({ one, ...by }) => (isKnown(by.phoneHash) || isKnown(by.idNoHash) ? [one] : [])));
}

/**
 * Tells whether somebody works for a partner or is restricted, by phone or id number (PT-R9). The answer tells how
 * typed numbers compare with stored ones, so callers must ask inside `countRefusal` (PF-R104).
 */
export async function identityCheck(tx: Tx, { phone, idNo }: AskedIdentity) {
  const hashes = {
    phoneHash: tx.vault.hash("phone", phone),
    idNoHash: idNo === null ? null : tx.vault.hash("idCard", idNo),
  };
  const { rows } = await sql`select 1 from partner_staff where state not in ('LEFT', 'REJECTED')
    and (phone_hash = ${hashes.phoneHash} or id_no_hash = ${hashes.idNoHash}) limit 1`.execute(tx.kysely);
  return { isLiveStaff: rows.length > 0, isBlacklisted: await isListed(tx, hashes, dayOf(tx.now)) };
}
