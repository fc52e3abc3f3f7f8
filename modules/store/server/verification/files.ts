import { PICTURE_FILES } from "@ops/platform/contract";
import { type FileKind, recordFiles } from "@ops/platform/server";
import {
  nodeFrame,
  projectErrors,
  rectificationStates,
  VERIFY_EDIT,
  verificationStates,
} from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { rectifications, verifications } from "../project/tables.ts";

/** Pictures of sheets and of what was put right. They stay once somebody has handed them in. */
export const verificationFiles: readonly FileKind[] = [
  {
    ...recordFiles(verifications, { write: VERIFY_EDIT, extensions: PICTURE_FILES }),
    refuseRemoval: async (tx, id) => {
      const state = (await findRow(tx, "projectVerification", { id }))?.state ?? "PASSED";
      if (!verificationStates.can(state, "save")) {
        throw projectErrors.fileKept({ entity: "验收", state: verificationStates.label(state) });
      }
    },
  },
  {
    ...recordFiles(rectifications, { write: nodeFrame.edit, extensions: PICTURE_FILES }),
    refuseRemoval: async (tx, id) => {
      const state = (await findRow(tx, "projectRectification", { id }))?.state ?? "CLOSED";
      if (state !== "OPEN") throw projectErrors.fileKept({ entity: "整改项", state: rectificationStates.label(state) });
    },
  },
];
