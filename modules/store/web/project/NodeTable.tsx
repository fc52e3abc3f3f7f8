import { actionColumns, actionsOf, formAction, PlainTable, tableColumnsOf, useAsking, useMay } from "@ops/platform/web";
import { nodeActs, nodeStates, type ProjectDetail, ProjectNode, projectStages, reviewNode } from "@ops/store/contract";
import { Tag } from "antd";

/** What is done with a node: submitted by its owner, accepted by somebody else, or waived. */
const nodeActions = actionsOf(nodeActs, { submit: {} }, [
  {
    before: "waive",
    ...formAction({
      label: "验收",
      needs: reviewNode,
      when: ({ state, isOwn }: ProjectNode) => nodeStates.can(state, "accept") && !isOwn,
      number: ({ name }) => name,
      start: () => ({ verdict: "ACCEPT" as const }),
      okText: "提交",
      done: "验收完成！",
    }),
  },
]);

/** The nodes of a project with their plan, forecast and state. */
export function NodeTable({ project: { nodes, state } }: { readonly project: ProjectDetail }) {
  const may = useMay();
  const { actions, dialog } = useAsking(state === "RUNNING" ? nodeActions : []);
  return (
    <>
      <PlainTable<ProjectNode>
        rows={nodes}
        scroll={{ x: 1060 }}
        columns={[
          ...tableColumnsOf(ProjectNode, {
            stage: { width: 56, as: ({ stage }) => projectStages[stage] },
            name: { width: 156, as: (node) => <NodeName node={node} /> },
            ownerUserName: 76,
            planStart: 98,
            planEnd: 98,
            forecastEnd: {
              title: "预测/实际结束",
              width: 108,
              as: ({ actualEnd, forecastEnd }) => actualEnd ?? forecastEnd ?? "-",
            },
            progress: { width: 62, as: ({ progress }) => `${progress}%` },
            overdueDays: {
              title: "逾期",
              width: 60,
              as: ({ overdueDays }) => (overdueDays > 0 ? `${overdueDays}天` : "-"),
            },
            photos: { width: 66, as: ({ photos, evidenceMin }) => `${photos}/${evidenceMin}` },
            state: 86,
          }),
          ...actionColumns(actions, may, { fixed: "end" }),
        ]}
      />
      {dialog}
    </>
  );
}

function NodeName({ node: { name, isMilestone } }: { readonly node: ProjectNode }) {
  return (
    <span>
      {name} {isMilestone && <Tag>里程碑</Tag>}
    </span>
  );
}
