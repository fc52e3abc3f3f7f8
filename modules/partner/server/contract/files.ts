import { commonErrors } from "@ops/platform/contract";
import { bindFile, type FileKind, readFile, recordFiles, type Tx } from "@ops/platform/server";
import { CONTRACT_TERMS, contractStates, editContract, partnerErrors } from "../../contract/index.ts";
import { findReached } from "../company/reached.ts";
import { db } from "../database.ts";
import { contracts, type SignedFile } from "./tables.ts";

const ofContracts = recordFiles(contracts, {
  write: editContract.permission,
  extensions: ["pdf", "jpg", "png", "doc", "docx"],
});

/**
 * Attachments of contracts. They contain the commercial terms, so only readers of terms see them (section 7). They
 * cannot be removed once the contract was submitted or signed (section 12).
 */
export const contractFiles: FileKind = {
  ...ofContracts,
  requireReadable: async (tx, contractId) => {
    await ofContracts.requireReadable?.(tx, contractId);
    const { partnerId } = await factsOf(tx, contractId);
    if (!(await findReached(tx, CONTRACT_TERMS, [partnerId])).has(partnerId)) throw commonErrors.forbidden();
  },
  refuseRemoval: async (tx, contractId) => {
    const { state, signedOn } = await factsOf(tx, contractId);
    if (signedOn) throw partnerErrors.contractSignedFile();
    if (state !== "DRAFT") throw partnerErrors.fileKept({ state: contractStates.label(state) });
  },
};

const factsOf = (tx: Tx, contractId: string) =>
  db(tx)
    .selectFrom("partnerContract")
    .select(["partnerId", "state", "signedOn"])
    .where("id", "=", contractId)
    .executeTakeFirstOrThrow();

/** Attaches files to a contract and stores their hashes. */
export async function attach(tx: Tx, contractId: string, fileIds: readonly string[]): Promise<SignedFile[]> {
  const attached: SignedFile[] = [];
  for (const id of new Set(fileIds)) {
    await bindFile(tx, id, { bizType: contracts.name, bizId: contractId });
    const { fileName, sha256 } = await readFile(tx, id);
    attached.push({ id, fileName, sha256: sha256.toString("hex") });
  }
  return attached;
}
