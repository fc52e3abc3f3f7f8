import { DayInput } from "@ops/platform/web";
import { AddedNode, type ProjectDetail, type ProjectNode, TemplateNode } from "@ops/store/contract";
import { Form } from "antd";
import { NodeDialog } from "../../project-template/NodeDialog.tsx";
import "../../project-template/project-template.css";

const { planStart, planEnd } = AddedNode.shape;
const schema = TemplateNode.omit({ durationDays: true, offsetEnd: true }).extend({ planStart, planEnd });

interface Props {
  readonly project: ProjectDetail;
  readonly nodes: readonly ProjectNode[];
  readonly onAdd: (node: AddedNode) => void;
  readonly onClose: () => void;
}

/** 新增节点 of a draft. Its owner is the manager until somebody else is chosen. */
export function AddNodeDialog({ project, nodes, onAdd, onClose }: Props) {
  const start = {
    stage: "BUILD",
    weight: 5,
    evidenceMin: 0,
    predecessorCodes: [],
    planStart: project.planStart,
    planEnd: project.planStart,
  };
  return (
    <NodeDialog
      title="新增节点"
      schema={schema}
      start={start}
      others={nodes}
      onSave={({ checklist, ...node }) =>
        onAdd({
          ...node,
          ownerUserId: project.managerUserId,
          checklist: checklist.map((text) => ({ text, done: false })),
        })
      }
      onClose={onClose}
    >
      <Form.Item name="planStart" label="计划开始">
        <DayInput />
      </Form.Item>
      <Form.Item name="planEnd" label="计划结束">
        <DayInput />
      </Form.Item>
    </NodeDialog>
  );
}
