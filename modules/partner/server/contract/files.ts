import { bindFile, type FileKind, readFile, recordFiles, type Tx } from "@ops/platform/server";
import { editContract, partnerErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { contracts, type SignedFile } from "./tables.ts";

/** Attachments of contracts; what was signed stays as it was (section 12). */
export const contractFiles: FileKind = {
  ...recordFiles(contracts, { write: editContract.permission, extensions: ["pdf", "jpg", "png", "doc", "docx"] }),
  refuseRemoval: async (tx, contractId) => {
    const contract = await db(tx)
      .selectFrom("partnerContract")
      .select("signedOn")
      .where("id", "=", contractId)
      .executeTakeFirst();
    if (contract?.signedOn) throw partnerErrors.contractSignedFile();
  },
};

/** Makes these files part of a contract and remembers their hashes. */
export async function attach(tx: Tx, contractId: string, fileIds: readonly string[]): Promise<SignedFile[]> {
  const attached: SignedFile[] = [];
  for (const id of new Set(fileIds)) {
    await bindFile(tx, id, { bizType: contracts.name, bizId: contractId });
    const { fileName, sha256 } = await readFile(tx, id);
    attached.push({ id, fileName, sha256: sha256.toString("hex") });
  }
  return attached;
}
