import { addDays, dayOf } from "@ops/platform/contract";
import { demoId, insertMany, type Tx } from "@ops/platform/server";
import { isUnfinished, standingOf } from "../../../contract/index.ts";
import { regionAt } from "../../project/place.ts";
import type { NodeRow, ProjectRow } from "../../project/tables.ts";
import { templateFor } from "../../project-template/find.ts";
import { findManager } from "../../project-template/managers.ts";
import type { ProjectTemplateRow } from "../../project-template/tables.ts";
import { PEOPLE_OPERATOR } from "../accounts.ts";
import { stampOn } from "../stamp.ts";
import { courseOf } from "./course.ts";
import { type ProjectFact, projectFacts } from "./facts.ts";
import { loadManagers } from "./managers.ts";
import { type Place, placeFor } from "./place.ts";

/** 顾清源, whose account is shown at the start, makes projects and verifies them; 苏婉清 hires the people. */
export const VERIFIER = demoId("user:A0020");

const BUDGET_FEN = 260_000_000;
/** From the first node to the opening, with some days before. */
const WHOLE_DAYS = 125;

/** A project of the demo with its nodes. */
export interface LoadedProject {
  readonly project: Omit<ProjectRow, "urgency">;
  readonly nodes: readonly NodeRow[];
  readonly place: Place;
}

/** Loads projects whose nodes have gone their way until today, or until they ended. */
export async function loadProjects(tx: Tx): Promise<LoadedProject[]> {
  await loadManagers(tx, VERIFIER);
  const template = await templateFor(tx, { kind: "NEW", storeType: null });
  if (!template) throw new Error("the template of the demo is loaded before its projects");
  const loaded: LoadedProject[] = [];
  for (const fact of projectFacts) loaded.push(await makeProject(tx, fact, template));
  const rows = loaded.map(({ project }) => project);
  await insertMany(tx, "storeProject", rows);
  await insertMany(
    tx,
    "projectNode",
    loaded.flatMap(({ nodes }) => nodes),
  );
  const begun = loaded.filter(({ project }) => project.state !== "DRAFT");
  await insertMany(tx, "projectBaseline", begun.map(baselineOf));
  return loaded;
}

const baselineOf = ({ project: { id, planOpenDate, createdAt, createdBy }, nodes }: LoadedProject) => ({
  projectId: id,
  ver: 1,
  openDate: planOpenDate,
  nodes: nodes.map(({ code, planStart, planEnd }) => ({ code, start: planStart, end: planEnd })),
  setAt: createdAt,
  setBy: createdBy,
});

async function makeProject(tx: Tx, fact: ProjectFact, template: ProjectTemplateRow): Promise<LoadedProject> {
  const days = daysOf(tx, fact);
  const place = await placeFor(tx, fact, days);
  const { storeId, orgId, storeType, operateMode, cityCode } = place;
  const manager = await findManager(tx, { kind: "NEW", cityCode, regionOrgId: await regionAt(tx, orgId) });
  const stamp = stampOn(tx, days.madeOn, VERIFIER);
  const planned = plannedNodes(tx, {
    fact,
    days,
    template,
    projectId: stamp.id,
    managerUserId: manager?.userId ?? null,
  });
  const { state } = fact;
  const isDraft = state === "DRAFT";
  const baselineOpenDate = isDraft ? null : days.planOpenDate;
  const based = { baselineOpenDate, isPaused: state === "PAUSED" };
  const { ends, slip: _slip, ...standing } = standingOf(planned, based, days.openedOn ?? days.until);
  const project: LoadedProject["project"] = {
    ...stamp,
    ...standing,
    storeId,
    orgId,
    storeType,
    operateMode,
    cityCode,
    projectNo: await tx.nextNumber("storeProject"),
    name: `${fact.store}新建`,
    kind: "NEW",
    templateId: template.id,
    managerUserId: manager?.userId ?? null,
    managerReason: manager?.reason ?? null,
    planStart: days.planStart,
    planOpenDate: days.planOpenDate,
    baselineVer: isDraft ? 0 : 1,
    baselineOpenDate,
    forecastOpenDate: isDraft ? null : standing.forecastOpenDate,
    actualOpenDate: days.openedOn,
    state,
    stateReason: fact.stopped?.[1] ?? null,
    pausedOn: state === "PAUSED" ? days.until : null,
    rebaselineOpenDate: null,
    rebaselineReason: null,
    budgetFen: BUDGET_FEN,
    costFen: isDraft ? null : Math.round((BUDGET_FEN * standing.progress) / 100),
  };
  const nodes = planned.map((node): NodeRow => {
    const isCancelled = state === "TERMINATED" && isUnfinished(node);
    const forecastEnd = isDraft ? null : (ends.get(node.code) ?? null);
    return { ...node, forecastEnd, state: isCancelled ? "CANCELLED" : node.state };
  });
  return { project, nodes, place };
}

interface Days {
  readonly madeOn: string;
  readonly planStart: string;
  readonly planOpenDate: string;
  readonly openedOn: string | null;
  /** The day until which the nodes have gone their way. */
  readonly until: string;
}

function daysOf(tx: Tx, { state, opensIn, lag = 0, stopped: [daysAgo] = [0, ""] }: ProjectFact): Days {
  const today = dayOf(tx.now);
  const planOpenDate = addDays(today, opensIn);
  const planStart = addDays(planOpenDate, -WHOLE_DAYS);
  const openedOn = state === "DONE" ? addDays(planOpenDate, lag) : null;
  return {
    madeOn: planStart < today ? planStart : addDays(today, -1),
    planStart,
    planOpenDate,
    openedOn,
    until: openedOn ? addDays(openedOn, 1) : addDays(today, -daysAgo),
  };
}

interface Plan {
  readonly fact: ProjectFact;
  readonly days: Days;
  readonly template: ProjectTemplateRow;
  readonly projectId: string;
  readonly managerUserId: string | null;
}

function plannedNodes(tx: Tx, { fact, days, template, projectId, managerUserId }: Plan): NodeRow[] {
  const { lag = 0, peopleLag = lag } = fact;
  const course = courseOf(template.nodes, { ...days, lag, peopleLag });
  return course.map(({ checklist, offsetEnd: _offset, ...node }, at) => ({
    ...stampOn(tx, days.madeOn, VERIFIER),
    ...node,
    projectId,
    sort: at + 1,
    ownerUserId: managerUserId !== null && node.stage === "PEOPLE" ? PEOPLE_OPERATOR : managerUserId,
    baselineStart: fact.state === "DRAFT" ? null : node.planStart,
    baselineEnd: fact.state === "DRAFT" ? null : node.planEnd,
    checklist: checklist.map((text) => ({ text, done: node.state === "DONE" })),
    forecastEnd: null,
    waiveReason: null,
  }));
}
