import { bindFile, recordFiles, type Tx } from "@ops/platform/server";
import { createStaff, editStaff } from "../../contract/index.ts";
import { staffTable } from "./tables.ts";

/** Photos and resumes of people. */
export const staffFiles = recordFiles(staffTable, {
  write: editStaff.permission,
  add: [createStaff.permission],
  extensions: ["jpg", "jpeg", "png", "webp", "pdf", "doc", "docx"],
});

export interface NewFiles {
  readonly photoFileIds: readonly string[];
  readonly resumeFileIds: readonly string[];
}

/** Binds the files to the record and answers them as its columns. */
export async function bindStaffFiles(tx: Tx, bizId: string, { photoFileIds, resumeFileIds }: NewFiles) {
  for (const fileId of new Set([...photoFileIds, ...resumeFileIds])) {
    await bindFile(tx, fileId, { bizType: staffTable.name, bizId });
  }
  return { photoFileId: photoFileIds[0] ?? null, resumeFileIds: [...new Set(resumeFileIds)] };
}
