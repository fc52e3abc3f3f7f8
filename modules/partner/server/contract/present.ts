import type { AnswerFrom } from "@ops/platform/contract";
import { findFiles, isOwn, onlyOf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { CONTRACT_TERMS, contractActs, type getContract } from "../../contract/index.ts";
import { findReached } from "../company/reached.ts";
import type { ContractRow } from "./tables.ts";

type PresentedContract = AnswerFrom<typeof getContract>;

interface Around {
  readonly id: string;
  readonly partnerName: string;
  readonly prevContractNo: string | null;
  readonly gapDays: number;
  readonly isRenewed: boolean;
}

/** Presents contracts. Commercial terms are only for people who have their permission for this partner (section 7). */
export async function present(tx: Tx, rows: readonly ContractRow[]): Promise<PresentedContract[]> {
  const around = await aroundOf(tx, rows);
  const stored = await findFiles(
    tx,
    rows.flatMap(({ files }) => files.map(({ id }) => id)),
  );
  const withTerms = await findReached(
    tx,
    CONTRACT_TERMS,
    rows.map(({ partnerId }) => partnerId),
  );
  return rows.map((row) => ({
    ...row,
    ...onlyOf(around.filter(({ id }) => id === row.id)),
    terms: withTerms.has(row.partnerId) ? row.terms : null,
    files: row.files.map((file) => ({ ...file, stored: stored.find(({ id }) => id === file.id) ?? null })),
    isOwn: isOwn(tx, contractActs, row),
  }));
}

/**
 * Finds data around each contract. A main contract that does not begin on the day after the former one leaves a gap.
 */
async function aroundOf(tx: Tx, rows: readonly ContractRow[]): Promise<Around[]> {
  const { rows: found } = await sql<Around>`
    select c.id, p.short_name as "partnerName", prev.contract_no as "prevContractNo",
      case when c.kind = 'MAIN' then coalesce(c.start_on - former.end_on - 1, 0) else 0 end as "gapDays",
      exists (select from partner_contract n where n.prev_contract_id = c.id and n.state <> 'TERMINATED') as "isRenewed"
    from partner_contract c join partner p on p.id = c.partner_id
      left join partner_contract prev on prev.id = c.prev_contract_id
      left join lateral (select max(m.end_on) as end_on from partner_contract m where m.partner_id = c.partner_id
        and m.kind = 'MAIN' and m.state not in ('DRAFT', 'TERMINATED') and m.end_on < c.start_on) former on true
    where c.id = any(${rows.map(({ id }) => id)})`.execute(tx.kysely);
  return found;
}
