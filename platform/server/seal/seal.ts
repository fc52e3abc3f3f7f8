import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import type { JobRun } from "../jobs/job.ts";
import { db } from "../tables.ts";
import { merkleRoot, NONE, ORIGIN, sealHash } from "./merkle.ts";
import { hashRows } from "./rows.ts";

/** Rows of one seal at most; more make several. */
const MOST_ROWS = 10_000;
const SEALING_LOCK = 7_316_003;
/** No transaction lasts so long: a number that has not come by then belongs to one that was rolled back. */
const AWAITED = "interval '1 day'";

/** Seals rows since the last seal, and earlier rows whose transactions have only ended now. */
export async function sealAudit(work: Pick<JobRun, "step">): Promise<void> {
  for (let count = MOST_ROWS; count >= MOST_ROWS; ) count = await work.step((tx) => sealOnce(tx));
}

/** One at a time over all nodes, until this transaction ends. */
export async function lockSealing(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SEALING_LOCK})`.execute(tx.kysely);
}

/**
 * Makes a seal and answers the number of its new rows. Without rows there is no seal. `dropped` are the seals that lose
 * rows with this one.
 */
export async function sealOnce(tx: Tx, dropped = NONE): Promise<number> {
  await lockSealing(tx);
  await sql`delete from audit_seal_open where since < ${tx.now}::timestamptz - ${sql.raw(AWAITED)}`.execute(tx.kysely);
  const last = await db(tx).selectFrom("auditSeal").selectAll().orderBy("no", "desc").limit(1).executeTakeFirst();
  const from = (last?.toSeq ?? 0) + 1;
  const late = await hashRows(tx, sql<boolean>`seq in (select o.seq from audit_seal_open o)`);
  const fresh = await hashRows(tx, sql<boolean>`seq >= ${from}`, MOST_ROWS);
  const rows = [...late, ...fresh];
  if (rows.length === 0) return 0;

  const to = fresh.at(-1)?.seq ?? from - 1;
  const lateSeqs = late.map(({ seq }) => seq);
  const absent = findMissing(from, to, new Set(fresh.map(({ seq }) => seq)));
  const seal = {
    no: (last?.no ?? 0) + 1,
    fromSeq: from,
    toSeq: to,
    rowCount: rows.length,
    absent,
    late: lateSeqs,
    dropped,
    merkleRoot: merkleRoot(rows.map(({ hash }) => hash)),
    prevSealHash: last?.sealHash ?? ORIGIN,
    sealedAt: tx.now,
  };
  const hash = sealHash(seal);
  await db(tx)
    .insertInto("auditSeal")
    .values({ ...seal, sealHash: hash })
    .execute();
  await sql`delete from audit_seal_open where seq = any(${lateSeqs})`.execute(tx.kysely);
  await sql`insert into audit_seal_open (seq, since) select unnest(${absent}::bigint[]), ${tx.now}`.execute(tx.kysely);
  // a copy outside of the database: who changed log and seals there would have to change it as well
  tx.log.info({ no: seal.no, rows: rows.length, sealHash: hash.toString("hex") }, "audit rows were sealed");
  return fresh.length;
}

function findMissing(from: number, to: number, there: ReadonlySet<number>): number[] {
  const absent: number[] = [];
  for (let seq = from; seq <= to; seq++) if (!there.has(seq)) absent.push(seq);
  return absent;
}
