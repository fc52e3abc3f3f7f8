import { type FileKind, recordFiles } from "@ops/platform/server";
import { partnerErrors, previewSuspension, suspensionStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { suspensions } from "./tables.ts";

/** Evidence for a suspension. It cannot be removed after the submission, because the second person decides upon it. */
export const suspensionFiles: FileKind = {
  ...recordFiles(suspensions, { write: previewSuspension.permission }),
  refuseRemoval: async (tx, id) => {
    const { state, submittedAt } = await db(tx)
      .selectFrom("partnerSuspension")
      .select(["state", "submittedAt"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (state !== "DRAFT") throw partnerErrors.fileKept({ state: suspensionStates.label(state) });
    if (submittedAt) throw partnerErrors.fileKept({ state: "待复核" });
  },
};
