import { organizationsUnder } from "@ops/authority/server";
import type { BodyOf } from "@ops/platform/contract";
import { changeRecord, get, insertRecord, list, type Tx, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { certErrors, certStates, mostAttempts } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { type ItemRow, itemsOf } from "../post-standard/find.ts";
import { staffCalled } from "../staff/conditions.ts";
import { noteCertStates } from "./cert-state.ts";
import { bindEvidence } from "./files.ts";
import { lockBoth } from "./lock.ts";
import { presentCert, presentCerts } from "./present.ts";
import { certResultTable, certTable } from "./tables.ts";

export const listCertifications = list(contract.listCertifications, certTable, {
  where: {
    keyword: (word) => sql<boolean>`certification.staff_id = any(array(${staffCalled(word)}))`,
    orgId: (id) => sql<boolean>`certification.store_id in (${organizationsUnder(id)})`,
  },
  orderBy: ["updatedAt", "desc"],
  present: presentCerts,
});

export const getCertification = get(contract.getCertification, certTable, presentCert);

type Given = BodyOf<typeof contract.saveCertResults>["results"][number];

export const saveCertResults = writes(contract.saveCertResults, async (tx, { params, body: { version, results } }) => {
  const { cert } = await lockBoth(tx, params.id, version);
  certStates.next(cert.state, "record");
  const items = (await itemsOf(tx, [cert.standardId])).filter(({ side }) => side === "UP");
  for (const given of results) {
    const item = items.find(({ id }) => id === given.itemId);
    if (!item) throw certErrors.certItem();
    await saveResult(tx, cert.id, item, given);
  }
  // the version tells two people who record at the same time of each other
  const changed = await changeRecord(tx, certTable, cert, {});
  await noteCertStates(tx, [cert.staffId]);
  return presentCert(tx, changed);
});

/** Another score or another outcome is another attempt; what belongs to it may be completed (ST-R15). */
async function saveResult(tx: Tx, certId: string, item: ItemRow, given: Given): Promise<void> {
  await bindEvidence(tx, certId, given.fileIds);
  const before = await findRow(tx, "certResult", { certId, itemId: item.id });
  if (!before) {
    await insertRecord(tx, certResultTable, { certId, ...given });
    return;
  }
  const isAgain = before.score !== given.score || before.isPassed !== given.isPassed;
  const attempts = before.attempts + (isAgain ? 1 : 0);
  if (attempts > mostAttempts(item)) throw certErrors.certRetry();
  await changeRecord(tx, certResultTable, before, { ...given, attempts });
}
