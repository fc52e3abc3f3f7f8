import { addDays } from "@ops/platform/contract";
import { insertMany, loadDemoPictures, newId, type Tx } from "@ops/platform/server";
import { type EvidenceRow, type NodeRow, nodes as nodeTable } from "../../project/tables.ts";
import { momentOn, stampOn } from "../stamp.ts";
import type { LoadedProject } from "./load.ts";

type Picture = Omit<EvidenceRow, "sha256">;

/** So many of the last pictures show what the first one shows. */
const DUPLICATES = 2;
/** Every so many pictures come without the data of a camera. */
const BARE_EVERY = 6;

/** Loads pictures of the building: two of each node that is finished, one of those under way. */
export async function loadEvidence(tx: Tx, loaded: readonly LoadedProject[]): Promise<void> {
  const taken = loaded
    .flatMap(({ nodes, place }) => nodes.flatMap((node) => picturesOf(tx, node, place.at)))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const pictures = taken.map((picture, at): Picture => {
    if (at >= taken.length - DUPLICATES) return { ...picture, flags: ["DUP"], note: "同一施工节点，沿用样板图" };
    if (at % BARE_EVERY > 0) return picture;
    return { ...picture, flags: ["NO_FACTS"], takenAt: null, lng: null, lat: null };
  });
  const hashes = await loadDemoPictures(
    tx,
    pictures.map(({ fileId: id, fileName, nodeId: bizId, createdBy, createdAt, takenAt, flags }) => ({
      id,
      fileName,
      bizId,
      takenAt,
      bizType: nodeTable.name,
      uploaderId: createdBy,
      uploadedAt: createdAt,
      motif: flags.includes("DUP") ? (pictures[0]?.fileId ?? id) : id,
    })),
  );
  const sha256Of = (fileId: string) => hashes.get(fileId)?.toString("hex");
  await insertMany(
    tx,
    "projectEvidence",
    pictures.map((picture) => ({ ...picture, sha256: sha256Of(picture.fileId) })),
  );
}

function picturesOf(tx: Tx, node: NodeRow, at: LoadedProject["place"]["at"]): Picture[] {
  const { id: nodeId, projectId, name, ownerUserId, evidenceMin, actualStart, progress } = node;
  if (evidenceMin === 0 || actualStart === null || ownerUserId === null) return [];
  return (progress === 100 ? [1, 2] : [1]).map((n) => {
    const day = addDays(actualStart, n);
    return {
      ...stampOn(tx, day, ownerUserId),
      projectId,
      nodeId,
      fileId: newId(),
      fileName: `${name}${n}.png`,
      category: "PHOTO",
      takenAt: momentOn(tx, day, 9),
      lng: at?.lng ?? null,
      lat: at?.lat ?? null,
      flags: [],
      note: null,
    };
  });
}
