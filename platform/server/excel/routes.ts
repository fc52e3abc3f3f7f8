import * as contract from "@ops/platform/contract";
import { downloads, inSteps, type Route, reads, writes } from "../http/route.ts";
import { presentTask } from "../task/present.ts";
import { submitTask } from "../task/submit.ts";
import { conditionsOf } from "./conditions.ts";
import { requireSoundKind } from "./import/import-source.ts";
import { checkImport, confirmImport, type ImportSources, importKinds, importTemplate } from "./import/imports.ts";
import { mayExport, type SheetSource } from "./source.ts";

/** One export per list that a module gives as Excel. */
export function exportRoute(source: SheetSource): Route {
  const { sheet } = source;
  return writes(sheet.export, async (tx, { body }) => {
    if (!mayExport(tx.actor, sheet, body)) throw contract.commonErrors.forbidden();
    const { plain, reason = null } = body;
    if (plain) tx.trail.summary = `明文导出：${Object.values(sheet.plain?.fields ?? {}).join("、")}`;
    tx.trail.reason = reason;
    const task = await submitTask(tx, {
      kind: "EXPORT",
      bizType: sheet.key,
      bizName: sheet.name,
      fileName: `${sheet.name}.xlsx`,
      params: body,
      conditions: await conditionsOf(tx, source, body.query),
      permissionCode: sheet.export.permission,
    });
    return presentTask(task);
  });
}

export function importRoutes(sources: ImportSources): Route[] {
  for (const { kind } of sources.values()) requireSoundKind(kind);
  return [
    reads(contract.listImportKinds, (tx) => importKinds(tx, sources)),
    downloads(contract.getImportTemplate, (tx, { params }) => importTemplate(tx, sources, params.kind)),
    inSteps(contract.checkImport, (steps, { params, body }) => checkImport(steps, sources, params.kind, body)),
    // in steps, because the answer contains a password that no table may store for repetitions
    inSteps(contract.confirmImport, (steps, { params }) => steps.finish((tx) => confirmImport(tx, sources, params.id))),
  ];
}
