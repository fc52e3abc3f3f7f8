import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { storeErrors } from "../../contract/index.ts";
import { findRow } from "../database.ts";

const LAST_NUMBER = 999;

/** Lets one change of names and codes run at a time, because they are unique among stores. */
export async function lockStoreNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('store_names'))`.execute(tx.kysely);
}

/** Draws the next code of a city, such as S310100004. Numbers that were typed by hand are skipped (ST-R1). */
export async function drawCode(tx: Tx, cityCode: string): Promise<string> {
  const [code = ""] = await drawCodes(tx, cityCode, 1);
  return code;
}

/** Draws so many codes of a city in their order. */
export async function drawCodes(tx: Tx, cityCode: string, count: number): Promise<string[]> {
  await sql`insert into store_code_counter (city_code, last_number) values (${cityCode}, 0)
    on conflict do nothing`.execute(tx.kysely);
  const { rows } = await sql<{ number: number; code: string }>`
    select n as number, ${codeOf(cityCode, sql`n`)} as code
    from store_code_counter c, generate_series(c.last_number + 1, ${LAST_NUMBER}::int) n
    where c.city_code = ${cityCode}
      and not exists (select 1 from store s where s.store_code = ${codeOf(cityCode, sql`n`)})
    order by n limit ${count}`.execute(tx.kysely);
  const last = rows[count - 1];
  if (!last) throw storeErrors.codeFull(undefined, { field: "storeCode" });
  await sql`update store_code_counter set last_number = ${last.number} where city_code = ${cityCode}`.execute(
    tx.kysely,
  );
  return rows.map(({ code }) => code);
}

const codeOf = (cityCode: string, number: ReturnType<typeof sql>) =>
  sql`'S' || ${cityCode}::text || lpad(${number}::text, 3, '0')`;

/** Refuses a typed code that a store has already. */
export async function requireFreeCode(tx: Tx, storeCode: string): Promise<void> {
  if (await findRow(tx, "store", { storeCode })) throw storeErrors.codeDup(undefined, { field: "storeCode" });
}

/** Refuses a name that another store of the city has which is not closed (ST-R2). */
export async function requireFreeName(tx: Tx, name: string, cityCode: string, ownId: string | null): Promise<void> {
  const { rows } = await sql`select 1 from store where city_code = ${cityCode} and name = ${name} and state <> 'CLOSED'
    and id is distinct from ${ownId}::uuid limit 1`.execute(tx.kysely);
  if (rows.length > 0) throw storeErrors.nameDup(undefined, { field: "name" });
}
