import { lookupPeople } from "@ops/authority/server";
import { commonErrors, wireTime } from "@ops/platform/contract";
import { changeRecord, insertRecord, lockRecord, presentOne, reads, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { templateErrors } from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";
import { latestTemplates, lockLatest } from "./find.ts";
import { presentManagers } from "./managers.ts";
import { type ProjectTemplateRow, projectManagers, projectTemplates } from "./tables.ts";
import { requireSoundChecks, requireSoundNodes } from "./valid.ts";

export const listProjectTemplates = reads(contract.listProjectTemplates, async (tx) =>
  presentTemplates(tx, await latestTemplates(tx)),
);

/** A save makes the next version; projects keep theirs. */
export const saveProjectTemplate = writes(contract.saveProjectTemplate, async (tx, { body: { ver, ...values } }) => {
  requireSoundNodes(values.nodes);
  requireSoundChecks(values.checks);
  const latest = await lockLatest(tx, values);
  if (latest && latest.ver !== ver) {
    const told = { name: await tx.personName(latest.createdBy), time: wireTime(latest.createdAt) };
    throw commonErrors.versionConflict(told, await presentOne(presentTemplates)(tx, latest));
  }
  const saved = await insertRecord(tx, projectTemplates, { ...values, ver: (latest?.ver ?? 0) + 1 });
  return presentOne(presentTemplates)(tx, saved);
});

export const listProjectManagers = reads(contract.listProjectManagers, async (tx) =>
  presentManagers(tx, await findRows(tx, "projectManager", {}, "createdAt", "id")),
);

export const saveProjectManager = writes(contract.saveProjectManager, async (tx, { params: { userId }, body }) => {
  const { version, ...values } = body;
  if (values.validTo !== null && values.validTo < values.validFrom) throw templateErrors.managerDays();
  const present = presentOne(presentManagers);
  const known = await findRow(tx, "projectManager", { userId });
  if (!known) {
    if (!(await lookupPeople(tx, [userId])).get(userId)?.isUsable) throw commonErrors.notFound();
    return present(tx, await insertRecord(tx, projectManagers, { userId, ...values }));
  }
  const locked = await lockRecord(tx, projectManagers, known.id, version ?? 0, present);
  return present(tx, await changeRecord(tx, projectManagers, locked, values));
});

function presentTemplates(tx: Tx, rows: readonly ProjectTemplateRow[]) {
  return Promise.all(rows.map(async (row) => ({ ...row, createdByName: await tx.personName(row.createdBy) })));
}
