import { EVIDENCE_FILES } from "@ops/platform/contract";
import { bindFile, recordFiles, type Tx } from "@ops/platform/server";
import { reportCertification, saveCertResults } from "../../contract/index.ts";
import { certTable } from "./tables.ts";

/** Evidence of results and of red lines. */
export const certFiles = recordFiles(certTable, {
  write: saveCertResults.permission,
  add: [reportCertification.permission],
  extensions: EVIDENCE_FILES,
});

export async function bindEvidence(tx: Tx, bizId: string, fileIds: readonly string[]): Promise<void> {
  for (const fileId of new Set(fileIds)) await bindFile(tx, fileId, { bizType: certTable.name, bizId });
}
