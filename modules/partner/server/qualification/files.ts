import { SCAN_FILES } from "@ops/platform/contract";
import { type FileKind, recordFiles } from "@ops/platform/server";
import { addQualification, partnerErrors, qualificationStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { qualifications } from "./tables.ts";

/** Files of papers. They cannot be removed after the review. */
export const qualificationFiles: FileKind = {
  ...recordFiles(qualifications, { write: addQualification.permission, extensions: SCAN_FILES }),
  refuseRemoval: async (tx, id) => {
    const { state } = await db(tx)
      .selectFrom("partnerQualification")
      .select("state")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (state !== "WAITING") throw partnerErrors.fileKept({ state: qualificationStates.label(state) });
  },
};
