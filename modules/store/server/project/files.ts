import { EVIDENCE_FILES } from "@ops/platform/contract";
import { type FileKind, recordFiles } from "@ops/platform/server";
import { nodeFrame, projectErrors } from "../../contract/index.ts";
import { nodes } from "./tables.ts";

/** Pictures and papers of nodes. They go with their line of evidence alone. */
export const nodeFiles: FileKind = {
  ...recordFiles(nodes, { write: nodeFrame.edit, extensions: EVIDENCE_FILES }),
  refuseRemoval: async () => {
    throw projectErrors.evidenceFile();
  },
};
