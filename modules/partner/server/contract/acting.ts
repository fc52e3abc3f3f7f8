import { dayOf } from "@ops/platform/contract";
import { acting, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import {
  contractActs,
  contractStates,
  mainTerms,
  partnerErrors,
  partnerStates,
  termLabels,
} from "../../contract/index.ts";
import { lockPartner } from "../company/find.ts";
import { keptFiles } from "../company/kept-files.ts";
import type { PartnerRow } from "../company/tables.ts";
import { db } from "../database.ts";
import { attach } from "./files.ts";
import { present } from "./present.ts";
import { settleContracts } from "./settle.ts";
import { type ContractRow, contracts, type SignedFile } from "./tables.ts";

const settle = async (tx: Tx, { partnerId }: ContractRow) => settleContracts(tx, await lockPartner(tx, partnerId));

export const contractActing = acting(contractActs, contracts, {
  present,
  /**
   * The partner first, then its contract: whoever changes contracts of one partner waits for the other. A partner that goes
   * or is gone begins nothing new; what it has can still be sent back and ended.
   */
  before: async (tx, { partnerId }, move) => {
    const partner = await lockPartner(tx, partnerId);
    if (move !== "reject" && move !== "terminate") requireOpen(partner, `${contractStates.moves[move].label}合同`);
  },
  reasonIn: "stateReason",
  on: {
    /** From here on it takes its days: another main contract cannot have them too. */
    submit: async (tx, draft) => {
      requireTerms(draft);
      await refuseOverlap(tx, draft);
      return { submittedBy: tx.actor.userId };
    },
    /** Both have signed; the files with their hashes stay as they are. Begun already, it is in force at once. */
    sign: async (tx, approved, { signedOn, brandSigner, partnerSigner, fileIds }) => {
      const files = fileIds.length > 0 ? await attach(tx, approved.id, fileIds) : await stillThere(tx, approved.files);
      if (files.length === 0) throw partnerErrors.contractFile();
      return { signedOn, brandSigner, partnerSigner, files };
    },
    /** From today on it no longer holds. */
    terminate: (tx) => ({ terminatedOn: dayOf(tx.now) }),
  },
  after: { sign: settle, terminate: settle },
});

export function requireOpen({ state }: PartnerRow, action: string): void {
  if (state === "EXITING" || state === "TERMINATED")
    throw partnerErrors.closed({ state: partnerStates.label(state), action });
}

/** What a main contract must settle before somebody approves it. */
function requireTerms({ kind, terms }: ContractRow): void {
  if (kind !== "MAIN") return;
  const missing = mainTerms.filter((name) => terms[name] === undefined).map((name) => termLabels[name]);
  if (missing.length > 0) throw partnerErrors.contractTerms({ list: missing.join("、") });
}

async function refuseOverlap(tx: Tx, draft: ContractRow): Promise<void> {
  if (draft.kind !== "MAIN") return;
  const other = await db(tx)
    .selectFrom("partnerContract")
    .select("contractNo")
    .where("partnerId", "=", draft.partnerId)
    .where("kind", "=", "MAIN")
    .where("state", "not in", ["DRAFT", "TERMINATED"])
    .where(
      sql<boolean>`daterange(start_on, end_on, '[]') && daterange(${draft.startOn}::date, ${draft.endOn}::date, '[]')`,
    )
    .orderBy("startOn")
    .executeTakeFirst();
  if (other) throw partnerErrors.contractOverlap({ no: other.contractNo });
}

/** Of the files of the draft: one may have been taken away since. */
async function stillThere(tx: Tx, files: readonly SignedFile[]): Promise<SignedFile[]> {
  const kept = await keptFiles(
    tx,
    files.map(({ id }) => id),
  );
  return files.filter(({ id }) => kept.some((file) => file.id === id));
}
