import { FilePreview, partsOf, useCall, useClosing, useDialog, useMay } from "@ops/platform/web";
import {
  addEvidence,
  type Evidence,
  evidenceCategories,
  evidenceFlags,
  nodeStates,
  type ProjectDetail,
  type ProjectNode,
  removeEvidence,
} from "@ops/store/contract";
import { Button, Checkbox, Drawer, Tag } from "antd";
import "../project.css";

const AddEvidenceDialog = partsOf(() => import("./AddEvidenceDialog.tsx")).overlay("AddEvidenceDialog");

interface Props {
  readonly node: ProjectNode;
  readonly project: ProjectDetail;
  readonly checklist: ProjectNode["checklist"];
  readonly onCheck: (checklist: ProjectNode["checklist"]) => void;
  readonly onClose: () => void;
}

/** One node: what its standard asks, its steps and its evidence. */
export function NodeDrawer({ node, project, checklist, onCheck, onClose }: Props) {
  const { drawer } = useClosing(onClose);
  const may = useMay();
  const adding = useDialog<true>();
  const isOpen = project.state === "RUNNING" && nodeStates.can(node.state, "edit");
  const own = project.evidence.filter(({ nodeId }) => nodeId === node.id);
  const check = (at: number, done: boolean) =>
    onCheck(checklist.map((step, i) => (i === at ? { ...step, done } : step)));
  return (
    <Drawer title={node.name} size={640} {...drawer}>
      <h3>标准要求</h3>
      <p>{node.standardText || "没有特别要求"}</p>
      <h3>检查项</h3>
      {checklist.length === 0 && <p>没有检查项</p>}
      {checklist.map(({ text, done }, at) => (
        <Checkbox key={text} checked={done} disabled={!isOpen} onChange={({ target }) => check(at, target.checked)}>
          {text}
        </Checkbox>
      ))}
      <h3>
        附件（现场图 {node.photos}/{node.evidenceMin}）
      </h3>
      {isOpen && may(addEvidence) && <Button onClick={() => adding.open(true)}>上传附件</Button>}
      <div className="project-pictures">
        {own.map((one) => (
          <Picture key={one.id} evidence={one} project={project} isOpen={isOpen} />
        ))}
      </div>
      {adding.value && <AddEvidenceDialog nodeId={node.id} onClose={adding.close} />}
    </Drawer>
  );
}

function Picture({
  evidence,
  project,
  isOpen,
}: {
  readonly evidence: Evidence;
  readonly project: ProjectDetail;
  readonly isOpen: boolean;
}) {
  const may = useMay();
  const { call } = useCall(removeEvidence, { done: "已删除！" });
  const { id, version, fileId, fileName, category, flags } = evidence;
  return (
    <figure>
      <FilePreview file={project.files.find((file) => file.id === fileId) ?? null} />
      <figcaption title={fileName}>{evidenceCategories[category]}</figcaption>
      {flags.map((flag) => (
        <Tag key={flag} color="warning">
          {evidenceFlags[flag]}
        </Tag>
      ))}
      {isOpen && may(removeEvidence) && (
        <Button size="small" danger type="link" onClick={() => void call({ params: { id }, query: { version } })}>
          删除
        </Button>
      )}
    </figure>
  );
}
