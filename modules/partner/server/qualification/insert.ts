import type { BodyOf } from "@ops/platform/contract";
import { bindFile, insertRecord, newId, type Tx } from "@ops/platform/server";
import type { addQualification } from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { type QualificationRow, qualifications } from "./tables.ts";

type NewPaper = BodyOf<typeof addQualification>;

/** Adds a paper, which always waits for review. */
export async function insertPaper(tx: Tx, partner: PartnerRow, paper: NewPaper): Promise<QualificationRow> {
  const id = newId();
  for (const fileId of paper.fileIds) await bindFile(tx, fileId, { bizType: qualifications.name, bizId: id });
  return insertRecord(tx, qualifications, { id, partnerId: partner.id, ...paper });
}
