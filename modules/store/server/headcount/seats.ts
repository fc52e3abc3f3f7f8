import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type CellFacts, firstFull, headcountErrors, type Seats, seatsAt } from "../../contract/index.ts";
import { storePositions } from "../position/published.ts";
import { type Cell, cellKey, type Facts, factsFrom } from "./facts.ts";

const EMPTY: CellFacts = { quotas: [], taken: [] };

/** Locks cells for a change, each in the same order for everybody, and makes those that do not exist yet. */
export async function lockCells(tx: Tx, cells: readonly Cell[]): Promise<void> {
  const ids = cells.map(({ storeId }) => storeId);
  const codes = cells.map(({ positionCode }) => positionCode);
  const wanted = sql`select distinct store_id, position_code
    from unnest(${ids}::uuid[], ${codes}::text[]) wanted (store_id, position_code)`;
  await sql`insert into headcount (store_id, position_code) ${wanted} order by store_id, position_code
    on conflict do nothing`.execute(tx.kysely);
  await sql`select 1 from headcount where (store_id, position_code) in (${wanted})
    order by store_id, position_code for update`.execute(tx.kysely);
}

/** A seat that is taken from a day on. */
export interface SeatFrom extends Cell {
  readonly day: string;
}

interface AskedSeat extends SeatFrom {
  /** Whose seat it is: what the person takes or has reserved already does not count. */
  readonly staffId?: string;
}

/**
 * Gives a seat from a day on, or refuses with the numbers of the first full day (ST-R8). The cell stays locked. The
 * earlier ones are seats that others are about to get: those of the rows before this one in a file.
 */
export async function requireSeat(tx: Tx, asked: AskedSeat, earlier: readonly SeatFrom[] = []): Promise<void> {
  const { storeId, positionCode, staffId } = asked;
  await lockCells(tx, [{ storeId, positionCode }]);
  await refuseFull(tx, await factsFrom(tx, [storeId], staffId ?? null), asked, earlier);
}

/** Asks for a seat as `requireSeat` does, in cells that are locked already. */
export type AskSeat = (asked: SeatFrom, earlier: readonly SeatFrom[]) => Promise<void>;

/** Locks the cells of many people at once, who then ask for their seats without the database. */
export async function holdSeats(tx: Tx, cells: readonly Cell[]): Promise<AskSeat> {
  await lockCells(tx, cells);
  const facts = await factsFrom(tx, [...new Set(cells.map(({ storeId }) => storeId))], null);
  return (asked, earlier) => refuseFull(tx, facts, asked, earlier);
}

async function refuseFull(tx: Tx, facts: Facts, asked: SeatFrom, earlier: readonly SeatFrom[]): Promise<void> {
  const { storeId, positionCode, day } = asked;
  const { quotas, taken } = facts.get(cellKey(asked)) ?? EMPTY;
  const coming = earlier.filter((one) => one.storeId === storeId && one.positionCode === positionCode);
  const awaited = coming.map(({ day: from }) => ({ kind: "reserved" as const, from, until: null, heads: 1 }));
  const full = firstFull({ quotas, taken: [...taken, ...awaited] }, day);
  if (!full) return;
  const position = (await storePositions(tx)).get(positionCode)?.name ?? positionCode;
  const { quota, occupied, reserved } = full;
  throw headcountErrors.headcountFull({ position, quota, occupied, reserved });
}

/** Counts the seats of a position in a store on a day. Locks nothing. */
export async function vacancyAt(tx: Tx, asked: Cell & { readonly day: string }): Promise<Seats> {
  const facts = await factsFrom(tx, [asked.storeId], null);
  return seatsAt(facts.get(cellKey(asked)) ?? EMPTY, asked.day);
}
