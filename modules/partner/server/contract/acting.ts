import { dayOf } from "@ops/platform/contract";
import { acting, decideApproval, findFiles, type Tx, withdrawApproval } from "@ops/platform/server";
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
import type { PartnerRow } from "../company/tables.ts";
import { db } from "../database.ts";
import { attach } from "./files.ts";
import { present } from "./present.ts";
import { contractReview, requestReview } from "./review.ts";
import { settleContracts } from "./settle.ts";
import { type ContractRow, contracts, type SignedFile } from "./tables.ts";

const settle = async (tx: Tx, { partnerId }: ContractRow) => settleContracts(tx, await lockPartner(tx, partnerId));

export const contractActing = acting(contractActs, contracts, {
  present,
  /**
   * Locks the partner before its contract, so that changes of one partner's contracts run one after the other. A
   * partner that leaves or has left starts nothing new, but its contracts can still be rejected or terminated.
   */
  before: async (tx, { partnerId }, move) => {
    const partner = await lockPartner(tx, partnerId);
    if (move !== "reject" && move !== "terminate") requireOpen(partner, `${contractStates.moves[move].label}合同`);
  },
  reasonIn: "stateReason",
  on: {
    /** From now on the contract occupies its days, and no other main contract can have them. */
    submit: async (tx, draft) => {
      requireTerms(draft);
      await refuseOverlap(tx, draft);
      return { submittedBy: tx.actor.userId };
    },
    approve: async (tx, { id, version }, { note }) => {
      await decideApproval(tx, contractReview, { bizId: id, version, verdict: "APPROVE", note });
      return {};
    },
    reject: async (tx, { id, version }, { reason }) => {
      await decideApproval(tx, contractReview, { bizId: id, version, verdict: "REJECT", note: reason });
      return {};
    },
    /**
     * Both sides have signed, and the files are frozen with their hashes. If the first day has come, the contract is in
     * force at once.
     */
    sign: async (tx, approved, { signedOn, brandSigner, partnerSigner, fileIds }) => {
      const files =
        fileIds.length > 0 ? await attach(tx, approved.id, fileIds) : await keepExisting(tx, approved.files);
      if (files.length === 0) throw partnerErrors.contractFile();
      return { signedOn, brandSigner, partnerSigner, files };
    },
    /** A terminated contract is not valid from today on. */
    terminate: async (tx, { id }) => {
      await withdrawApproval(tx, contractReview, id);
      return { terminatedOn: dayOf(tx.now) };
    },
  },
  after: { submit: (tx, handedIn) => requestReview(tx, handedIn), sign: settle, terminate: settle },
});

export function requireOpen({ state }: PartnerRow, action: string): void {
  if (state === "EXITING" || state === "TERMINATED")
    throw partnerErrors.closed({ state: partnerStates.label(state), action });
}

/** Requires the terms that a main contract must have before its approval. */
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

/** Keeps the files of the draft that still exist, because some may have been removed since. */
async function keepExisting(tx: Tx, files: readonly SignedFile[]): Promise<SignedFile[]> {
  const kept = await findFiles(
    tx,
    files.map(({ id }) => id),
  );
  return files.filter(({ id }) => kept.some((file) => file.id === id));
}
