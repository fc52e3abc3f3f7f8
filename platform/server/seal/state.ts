import type { SealState } from "@ops/platform/contract";
import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";

/** Finds the states of log rows by number: not sealed yet, sealed, or in a broken seal. */
export async function sealStates(tx: Tx, seqs: readonly number[]): Promise<ReadonlyMap<number, SealState>> {
  if (seqs.length === 0) return new Map();
  const { rows } = await sql<{ seq: number; state: SealState }>`
    select asked.seq, case
      when s.no is null or o.seq is not null then 'OPEN'
      when f.seal_no is not null then 'BROKEN' else 'SEALED' end as state
    from unnest(${[...seqs]}::bigint[]) as asked (seq)
    left join audit_seal_open o on o.seq = asked.seq
    left join lateral (select no from audit_seal where to_seq >= asked.seq order by to_seq limit 1) s on true
    left join audit_seal_fault f on f.seal_no = s.no`.execute(tx.kysely);
  return new Map(rows.map(({ seq, state }) => [seq, state]));
}
