import { PersonRef } from "@ops/authority/contract";
import { lookupPositions } from "@ops/authority/server";
import { findFiles, isSelf, presenterOf, presentOne, refNames, type Tx } from "@ops/platform/server";
import { Certification, CertificationDetail } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { itemsOf } from "../post-standard/find.ts";
import { presentItem } from "../post-standard/present.ts";
import { type CertRow, certTable } from "./tables.ts";

/** What lists and details have in common. */
async function commonOf(tx: Tx, rows: readonly CertRow[]) {
  const staff = await findRows(tx, "storeStaff", { id: rows.map(({ staffId }) => staffId) });
  const userOf = new Map(staff.map(({ id, userId }) => [id, userId]));
  const positions = await lookupPositions(
    tx,
    rows.map(({ positionCode }) => positionCode),
  );
  const standards = await findRows(tx, "postStandard", { id: rows.map(({ standardId }) => standardId) });
  const standardOf = new Map(standards.map((one) => [one.id, one]));
  return ({ staffId, positionCode, standardId }: CertRow) => ({
    positionName: positions.get(positionCode)?.name ?? positionCode,
    ver: standardOf.get(standardId)?.ver ?? 1,
    passScore: standardOf.get(standardId)?.passScore ?? 0,
    isOwn: isSelf(tx, userOf.get(staffId) ?? null),
  });
}

export const presentCerts = presenterOf(certTable, Certification, async (tx, rows) => {
  const common = await commonOf(tx, rows);
  return (row) => {
    const { positionName, ver, isOwn } = common(row);
    return { positionName, ver, isOwn };
  };
});

export const presentCertDetails = presenterOf(certTable, CertificationDetail, async (tx, rows) => {
  const common = await commonOf(tx, rows);
  const shown = new Map(await Promise.all(rows.map(async (row) => [row.id, await detailOf(tx, row)] as const)));
  return (row) => {
    const detail = shown.get(row.id);
    if (!detail) throw new Error("every row has its detail");
    return { ...common(row), ...detail };
  };
});
export const presentCert = presentOne(presentCertDetails);

async function detailOf(tx: Tx, cert: CertRow) {
  const asked = await itemsOf(tx, [cert.standardId]);
  const results = await findRows(tx, "certResult", { certId: cert.id });
  const items = asked.map(async (item) => {
    const result = results.find(({ itemId }) => itemId === item.id);
    return {
      ...presentItem(item),
      score: result?.score ?? null,
      isPassed: result?.isPassed ?? null,
      attempts: result?.attempts ?? 0,
      note: result?.note ?? null,
      files: await findFiles(tx, result?.fileIds ?? []),
    };
  });
  const { reportItemId, reportedBy, reportFileIds } = cert;
  return {
    items: await Promise.all(items),
    reportName: asked.find(({ id }) => id === reportItemId)?.name ?? null,
    reportedByName: reportedBy && ((await refNames(tx, PersonRef, [reportedBy])).get(reportedBy) ?? ""),
    reportFiles: await findFiles(tx, reportFileIds),
    isReporter: isSelf(tx, reportedBy),
  };
}
