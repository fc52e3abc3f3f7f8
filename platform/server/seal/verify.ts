import { auditBroken, dayOf, startOfDay } from "@ops/platform/contract";
import { type Selectable, sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import type { JobRun } from "../jobs/job.ts";
import type { PlatformTables } from "../tables.generated.ts";
import { db } from "../tables.ts";
import { merkleRoot, ORIGIN, sealHash } from "./merkle.ts";
import { hashRows } from "./rows.ts";

/** So many rows are checked every night. Older seals are checked once a month, a part each night. */
const NIGHTLY_ROWS = 5_000_000;
const PARTS = 30;
const AT_ONCE = 1_000;

/** Checks whether the log is still what was sealed, and reports what it finds (PF-R98). */
export async function verifyAudit(work: Pick<JobRun, "step">): Promise<void> {
  const [total, part] = await work.step(async (tx) => [await countSealed(tx), partOfToday(tx)] as const);
  let [before, rows] = [0, 0];
  let prevHash = ORIGIN;
  for (;;) {
    const seals = await work.step((tx) => sealsAfter(tx, before));
    if (seals.length === 0) break;
    for (const seal of seals) {
      const isChained =
        seal.no === before + 1 && seal.prevSealHash.equals(prevHash) && sealHash(seal).equals(seal.sealHash);
      rows += seal.rowCount;
      const isDue = total - rows < NIGHTLY_ROWS || seal.no % PARTS === part;
      const fault = isChained
        ? isDue && (await work.step((tx) => (seal.isDropped ? leftIn(tx, seal) : faultIn(tx, seal))))
        : "封存记录被改动、删除或调换";
      if (fault) await work.step((tx) => tellFault(tx, seal, fault));
      before = seal.no;
      prevHash = seal.sealHash;
    }
  }
}

export type SealRow = Selectable<PlatformTables["auditSeal"]>;

/**
 * Tells whether seal `s` has lost rows with a dropped month. A later seal then says so under its hash, and `s` stays
 * part of the chain.
 */
export const isDropped = sql<boolean>`exists (
  select 1 from audit_seal d where d.dropped <> '{}' and d.no > s.no and d.dropped @> s.no)`;

function sealsAfter(tx: Tx, no: number) {
  return db(tx)
    .selectFrom("auditSeal as s")
    .selectAll("s")
    .select(isDropped.as("isDropped"))
    .where("s.no", ">", no)
    .orderBy("s.no")
    .limit(AT_ONCE)
    .execute();
}

async function countSealed(tx: Tx): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(row_count), 0)::bigint as total from audit_seal`.execute(tx.kysely);
  return Number(rows[0]?.total ?? 0);
}

const partOfToday = ({ now }: Tx) => Math.floor(startOfDay(dayOf(now)).getTime() / 86_400_000) % PARTS;

/** What differs between the rows now and at their sealing; null when nothing does. */
export async function faultIn(tx: Tx, seal: SealRow): Promise<string | null> {
  const { fromSeq, toSeq, absent, late, rowCount, merkleRoot: root } = seal;
  const here = sql<boolean>`((seq between ${fromSeq} and ${toSeq} and not seq = any(${absent}::bigint[]))
    or seq = any(${late}::bigint[]))`;
  const hashes = (await hashRows(tx, here)).map(({ hash }) => hash);
  if (hashes.length !== rowCount) return `封存时共${rowCount}条，现有${hashes.length}条`;
  if (!merkleRoot(hashes).equals(root)) return "日志内容被改动";
  return (await hasStranger(tx, seal)) ? "出现未经封存的日志" : null;
}

/**
 * Checks that the remaining rows of a seal with lost rows are in a later seal. Otherwise they were not dropped with a
 * month.
 */
async function leftIn(tx: Tx, { no, fromSeq, toSeq, absent, late }: SealRow): Promise<string | null> {
  const { rows } = await sql`select 1 from audit_log a
    where ((a.seq between ${fromSeq} and ${toSeq} and not a.seq = any(${absent}::bigint[])) or a.seq = any(${late}::bigint[]))
      and a.seq not in (select unnest(s.late) from audit_seal s where s.no > ${no} and s.late <> '{}' and not ${isDropped})
    limit 1`.execute(tx.kysely);
  return rows.length > 0 ? "未过期的日志被标为已清理" : null;
}

/** Finds a row with a number that is no longer expected, which was inserted by hand. */
async function hasStranger(tx: Tx, { no, absent }: SealRow): Promise<boolean> {
  if (absent.length === 0) return false;
  const { rows } = await sql`select 1 from audit_log a where a.seq = any(${absent}::bigint[])
    and not exists (select 1 from audit_seal_open o where o.seq = a.seq)
    and not exists (select 1 from audit_seal s where s.no > ${no} and a.seq = any(s.late)) limit 1`.execute(tx.kysely);
  return rows.length > 0;
}

async function tellFault(tx: Tx, { no, fromSeq, toSeq }: SealRow, fault: string): Promise<void> {
  await sql`insert into audit_seal_fault (seal_no, fault, found_at) values (${no}, ${fault}, ${tx.now})
    on conflict (seal_no) do update set fault = excluded.fault`.execute(tx.kysely);
  tx.log.error({ no, fromSeq, toSeq, fault }, "the audit log is not what was sealed");
  await tx.publish(auditBroken, { no, fault });
}
