import { addDays, dayOf, kmBetween } from "@ops/platform/contract";
import {
  bindFile,
  imageFacts,
  insertRecord,
  lockRecord,
  presentOne,
  readFile,
  releaseFile,
  removeRecord,
  requireRecord,
  type Tx,
  writes,
} from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { nodeStates, projectErrors } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { presentEvidence } from "./present.ts";
import { lockProject } from "./standing.ts";
import { type EvidenceRow, evidence, type NodeRow, nodes, type ProjectRow } from "./tables.ts";

const present = presentOne(presentEvidence);
const EARLY_DAYS = 7;
const FAR_KM = 2;

export const addEvidence = writes(contract.addEvidence, async (tx, { params, body: { fileId, category, note } }) => {
  const { projectId } = await requireRecord(tx, nodes, params.id);
  const project = await lockProject(tx, projectId, "work");
  const node = await lockRecord(tx, nodes, params.id, null);
  nodeStates.next(node.state, "edit");
  await bindFile(tx, fileId, { bizType: nodes.name, bizId: node.id });
  const file = await readFile(tx, fileId);
  const sha256 = file.sha256.toString("hex");
  const used = await findUse(tx, sha256);
  if (used && !note) throw projectErrors.evidenceDup({ place: used }, { field: "note" });
  const { takenAt, place } = await imageFacts(tx, fileId);
  const flags: EvidenceRow["flags"] = used ? ["DUP"] : [];
  if (file.category === "IMAGE") flags.push(...(await flagsOf(tx, { project, node, takenAt, place })));
  const facts = { takenAt, lng: place?.lng ?? null, lat: place?.lat ?? null };
  const of = { projectId, nodeId: node.id, fileId, fileName: file.fileName };
  return present(tx, await insertRecord(tx, evidence, { ...of, ...facts, category, sha256, flags, note }));
});

export const removeEvidence = writes(contract.removeEvidence, async (tx, { params: { id }, query: { version } }) => {
  const { projectId, nodeId } = await requireRecord(tx, evidence, id);
  await lockProject(tx, projectId, "work");
  const { state } = await lockRecord(tx, nodes, nodeId, null);
  if (!nodeStates.can(state, "edit")) {
    throw projectErrors.fileKept({ entity: "节点", state: nodeStates.label(state) });
  }
  const removed = await lockRecord(tx, evidence, id, version, present);
  await removeRecord(tx, evidence, removed);
  await releaseFile(tx, removed.fileId, { bizType: nodes.name, bizId: nodeId });
  return true as const;
});

/** Where the same content is evidence already, as 「项目·节点」. Two uploads of it run one after the other. */
async function findUse(tx: Tx, hash: string): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`projectEvidence:${hash}`}, 0))`.execute(tx.kysely);
  const { rows } = await sql<{ place: string }>`
    select p.name || '·' || n.name as place from project_evidence e
    join store_project p on p.id = e.project_id join project_node n on n.id = e.node_id
    where e.sha256 = ${hash} order by e.created_at, e.id limit 1`.execute(tx.kysely);
  return rows[0]?.place ?? null;
}

interface Taken extends Awaited<ReturnType<typeof imageFacts>> {
  readonly project: ProjectRow;
  readonly node: NodeRow;
}

/** What the data of the camera say against a picture (ST-R24). */
async function flagsOf(tx: Tx, { project, node, takenAt, place }: Taken): Promise<EvidenceRow["flags"]> {
  const flags: EvidenceRow["flags"] = [];
  if (takenAt === null && place === null) return ["NO_FACTS"];
  if (takenAt && node.actualStart && dayOf(takenAt) < addDays(node.actualStart, -EARLY_DAYS)) flags.push("TIME");
  const store = project.storeId === null ? undefined : await findRow(tx, "store", { id: project.storeId });
  if (place && store?.lng != null && store.lat !== null) {
    if (kmBetween(place, { lng: store.lng, lat: store.lat }) > FAR_KM) flags.push("PLACE");
  }
  return flags;
}
