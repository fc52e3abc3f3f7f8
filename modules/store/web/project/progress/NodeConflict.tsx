import { ConflictModal, conflictRows, RefName } from "@ops/platform/web";
import { type ProjectNode, saveProjectNodes } from "@ops/store/contract";
import type { Edits } from "./changes.ts";
import { keepMine, outdatedNodes, takeLatest } from "./node-conflicts.ts";

const fields = {
  ownerUserId: "负责人",
  planStart: "计划开始",
  planEnd: "计划结束",
  progress: "进度",
  checklist: "检查项",
  predecessorCodes: "前置节点",
} as const;
type Field = keyof typeof fields;
const isField = (name: string): name is Field => Object.hasOwn(fields, name);

interface Props {
  readonly message: string;
  readonly edits: Edits;
  /** The nodes as others have saved them. */
  readonly latest: readonly ProjectNode[];
  readonly onDecide: (edits: Edits) => void;
}

/** Progress that two people have saved: field, mine, latest side by side (section 12). */
export function NodeConflict({ message, edits, latest, onDecide }: Props) {
  const rows = outdatedNodes(edits, latest).flatMap(({ base, mine, theirs }) =>
    conflictRows(Object.keys(fields), { ...base }, { ...mine }, { ...theirs }).flatMap(({ name, changedBy }) => {
      if (!isField(name)) return [];
      const [left, right] = [<FieldText node={mine} name={name} />, <FieldText node={theirs} name={name} />];
      return [
        { key: `${base.id}${name}`, label: `${base.name} · ${fields[name]}`, changedBy, mine: left, theirs: right },
      ];
    }),
  );
  return (
    <ConflictModal
      message={message}
      rows={rows}
      onLatest={() => onDecide(takeLatest(edits, latest))}
      onMine={() => onDecide(keepMine(edits, latest))}
    />
  );
}

function FieldText({ node, name }: { readonly node: ProjectNode; readonly name: Field }) {
  if (name === "progress") return `${node.progress}%`;
  if (name === "checklist") return node.checklist.map(({ text, done }) => `${done ? "✓" : "○"} ${text}`).join("\n");
  if (name === "predecessorCodes") return node.predecessorCodes.join("、") || "-";
  if (name !== "ownerUserId") return node[name];
  return node.ownerUserId ? (
    <RefName kind="activePerson" by={saveProjectNodes.permission} id={node.ownerUserId} />
  ) : (
    "-"
  );
}
