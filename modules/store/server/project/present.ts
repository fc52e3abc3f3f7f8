import { personNames } from "@ops/authority/server";
import { CityRef, dayOf, daysApart } from "@ops/platform/contract";
import { findFiles, isSelf, presenterOf, refNames, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import {
  Evidence,
  isUnfinished,
  overdueDays,
  Project,
  ProjectDetail,
  ProjectNode,
  stagesInOrder,
} from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { presentRounds } from "./rounds.ts";
import { type EvidenceRow, evidence, type NodeRow, nodes, type ProjectRow, projects } from "./tables.ts";

type Standing = (typeof Project)["_output"]["stages"][number]["standing"];

function standingIn(all: readonly NodeRow[], today: string, isPaused: boolean): Standing {
  const counted = all.filter(({ state }) => state !== "WAIVED" && state !== "CANCELLED");
  if (counted.length === 0) return "NONE";
  if (counted.every(({ state }) => state === "DONE")) return "DONE";
  if (counted.some((node) => isUnfinished(node) && overdueDays(node, { today, isPaused }) > 0)) return "LATE";
  return counted.every(({ actualStart }) => actualStart === null) ? "WAITING" : "DOING";
}

async function shownOf(tx: Tx, rows: readonly ProjectRow[], planned: readonly NodeRow[]) {
  const cities = await refNames(
    tx,
    CityRef,
    rows.map(({ cityCode }) => cityCode),
  );
  const byProject = Map.groupBy(planned, ({ projectId }) => projectId);
  const today = dayOf(tx.now);
  return ({ id, cityCode, state, baselineOpenDate, forecastOpenDate }: ProjectRow) => ({
    cityName: cities.get(cityCode) ?? cityCode,
    slip: baselineOpenDate && forecastOpenDate ? daysApart(baselineOpenDate, forecastOpenDate) : null,
    stages: stagesInOrder.map((stage) => {
      const own = (byProject.get(id) ?? []).filter((node) => node.stage === stage);
      return { stage, standing: standingIn(own, today, state === "PAUSED") };
    }),
  });
}

const plannedOf = (tx: Tx, rows: readonly ProjectRow[]) =>
  findRows(tx, "projectNode", { projectId: rows.map(({ id }) => id) }, "sort", "code");

/** Presents projects as lists show them. */
export const presentProjects = presenterOf(projects, Project, async (tx, rows) =>
  shownOf(tx, rows, await plannedOf(tx, rows)),
);

/** Presents nodes; those of a paused project are not overdue (ST-R29). */
export const presentNodes = presenterOf(nodes, ProjectNode, async (tx, rows) => {
  const { rows: paused } = await sql<{ id: string }>`select id from store_project
    where state = 'PAUSED' and id = any(${rows.map(({ projectId }) => projectId)}::uuid[])`.execute(tx.kysely);
  const { rows: counted } = await sql<{ nodeId: string; photos: number }>`
    select node_id, count(*)::int as photos from project_evidence
    where category = 'PHOTO' and node_id = any(${rows.map(({ id }) => id)}::uuid[]) group by 1`.execute(tx.kysely);
  const today = dayOf(tx.now);
  return (row) => ({
    overdueDays: overdueDays(row, { today, isPaused: paused.some(({ id }) => id === row.projectId) }),
    photos: counted.find(({ nodeId }) => nodeId === row.id)?.photos ?? 0,
    isOwn: isSelf(tx, row.ownerUserId),
  });
});

export const presentEvidence = presenterOf(evidence, Evidence, async (tx, rows) => {
  const names = await personNames(
    tx,
    rows.map(({ createdBy }) => createdBy),
  );
  return ({ createdBy }) => ({ createdByName: names.get(createdBy) ?? "" });
});

/** Presents projects with their nodes, evidence, rounds of verification and what has to be put right. */
export const presentDetails = presenterOf(projects, ProjectDetail, async (tx, rows) => {
  const ids = rows.map(({ id }) => id);
  const planned = await plannedOf(tx, rows);
  const shown = await shownOf(tx, rows, planned);
  const shownNodes = await presentNodes(tx, planned);
  const pictures = await findRows(tx, "projectEvidence", { projectId: ids }, "createdAt", "id");
  const shownPictures = await presentEvidence(tx, pictures);
  const rounds = await presentRounds(tx, ids);
  const files = await filesOf(tx, rounds, pictures);
  const templates = await findRows(tx, "projectTemplate", { id: rows.map(({ templateId }) => templateId) });
  return (row) => {
    const isOwn = ({ projectId }: { projectId: string }) => projectId === row.id;
    const template = templates.find(({ id }) => id === row.templateId);
    return {
      ...shown(row),
      templateVer: template?.ver ?? 0,
      checks: template?.checks ?? [],
      nodes: shownNodes.filter(isOwn),
      evidence: shownPictures.filter(isOwn),
      verifications: rounds.verifications.filter(isOwn),
      rectifications: rounds.rectifications.filter(isOwn),
      files,
    };
  };
});

/** The files of evidence, of sheets and of what was put right. */
function filesOf(tx: Tx, rounds: Awaited<ReturnType<typeof presentRounds>>, pictures: readonly EvidenceRow[]) {
  const ofSheets = rounds.verifications.flatMap(({ items }) => items.flatMap(({ fileIds }) => fileIds ?? []));
  const ofRepairs = rounds.rectifications.flatMap(({ afterFileIds }) => afterFileIds);
  return findFiles(tx, [...new Set([...pictures.map(({ fileId }) => fileId), ...ofSheets, ...ofRepairs])]);
}
