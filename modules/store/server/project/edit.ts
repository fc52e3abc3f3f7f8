import { addDays, daysApart } from "@ops/platform/contract";
import { insertRecord, lockRecord, presentOne, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { projectErrors, projectStates, spanOf, type TemplateNode } from "../../contract/index.ts";
import { templateFor } from "../project-template/find.ts";
import { findManager } from "../project-template/managers.ts";
import { placeOf, placeOfStore, regionAt } from "./place.ts";
import { requireInside, shiftNodes } from "./plan-nodes.ts";
import { presentDetails } from "./present.ts";
import { nodesOf, saveProject } from "./standing.ts";
import { nodes, type ProjectRow, projects } from "./tables.ts";

const present = presentOne(presentDetails);
/** A project takes more days than this. */
const LEAST_DAYS = 20;

/** A new project has the nodes of its template, planned backwards from the opening (ST-R18). */
export const createProject = writes(contract.createProject, async (tx, { body }) => {
  const { name, kind, planStart, planOpenDate, budgetFen } = body;
  requireDays(body);
  const place = await placeOf(tx, body);
  const template = await templateFor(tx, { kind, storeType: place.storeType });
  if (!template) throw projectErrors.projectTemplate();
  const days = { planStart, planOpenDate };
  const planned = template.nodes.map((node) => ({ ...node, ...spanOf(planOpenDate, node) }));
  requireInside(
    days,
    planned.map((node) => ({ ...node, state: "NOT_STARTED" })),
  );
  const manager = await managerOf(tx, place, body);
  const projectNo = await tx.nextNumber("storeProject");
  const row = { ...place, ...days, ...manager, name, kind, budgetFen, projectNo, templateId: template.id };
  const project = await insertRecord(tx, projects, row);
  for (const [at, node] of planned.entries()) await insertNode(tx, project, node, at);
  return present(tx, project);
});

/**
 * Before the start all nodes follow a new opening day. Later the caller says that unfinished ones do; for a new
 * baseline there is `rebaseline`.
 */
export const editProject = writes(contract.editProject, async (tx, { params, body }) => {
  const { version, isShifting, storeId, managerUserId, ...values } = body;
  const before = await lockRecord(tx, projects, params.id, version, present);
  projectStates.next(before.state, "edit");
  requireDays(body);
  const days = daysApart(before.planOpenDate, body.planOpenDate);
  if (days !== 0 && before.rebaselineOpenDate !== null) throw projectErrors.rebaselinePending();
  if (days !== 0 && before.state !== "DRAFT" && !isShifting) throw projectErrors.projectShift();
  if (managerUserId === null && before.state !== "DRAFT") {
    throw projectErrors.projectManager(undefined, { field: "managerUserId" });
  }
  await shiftNodes(tx, before.id, days);
  requireInside(body, await nodesOf(tx, before.id));
  const manager = managerUserId === before.managerUserId ? {} : { managerUserId, managerReason: null };
  const place = await changedPlace(tx, before, storeId);
  return present(tx, await saveProject(tx, before, { ...values, ...place, ...manager }));
});

function requireDays({ planStart, planOpenDate }: Pick<ProjectRow, "planStart" | "planOpenDate">): void {
  if (planOpenDate <= addDays(planStart, LEAST_DAYS)) {
    throw projectErrors.projectDays(undefined, { field: "planOpenDate" });
  }
}

/** The manager that was chosen, else the one whom the settings name (ST-R26). */
async function managerOf(
  tx: Tx,
  { orgId, cityCode }: Pick<ProjectRow, "orgId" | "cityCode">,
  { kind, managerUserId }: Pick<ProjectRow, "kind" | "managerUserId">,
): Promise<Pick<ProjectRow, "managerUserId" | "managerReason">> {
  if (managerUserId !== null) return { managerUserId, managerReason: null };
  const found = await findManager(tx, { kind, cityCode, regionOrgId: await regionAt(tx, orgId) });
  return { managerUserId: found?.userId ?? null, managerReason: found?.reason ?? null };
}

/** A node begins with the manager as its owner. */
async function insertNode(
  tx: Tx,
  { id: projectId, managerUserId }: ProjectRow,
  { offsetEnd: _offset, checklist, ...node }: TemplateNode & ReturnType<typeof spanOf>,
  at: number,
): Promise<void> {
  const steps = checklist.map((text) => ({ text, done: false }));
  await insertRecord(tx, nodes, { ...node, projectId, sort: at + 1, ownerUserId: managerUserId, checklist: steps });
}

/** A project moves to its store when that exists; it does not leave it again. */
async function changedPlace(tx: Tx, { storeId: before }: ProjectRow, storeId: string | null) {
  if (storeId === before) return {};
  if (before !== null || storeId === null) throw projectErrors.projectStoreFixed(undefined, { field: "storeId" });
  return placeOfStore(tx, storeId);
}
