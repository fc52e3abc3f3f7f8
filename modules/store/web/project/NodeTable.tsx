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
        columns={[
          ...tableColumnsOf(ProjectNode, {
            stage: { width: 70, as: ({ stage }) => projectStages[stage] },
            name: { width: 150, as: (node) => <NodeName node={node} /> },
            ownerUserName: 90,
            planStart: 105,
            planEnd: 105,
            forecastEnd: 105,
            actualEnd: 105,
            progress: { width: 70, as: ({ progress }) => `${progress}%` },
            overdueDays: { width: 80, as: ({ overdueDays }) => (overdueDays > 0 ? `${overdueDays}天` : "-") },
            photos: { width: 70, as: ({ photos, evidenceMin }) => `${photos}/${evidenceMin}` },
            state: 90,
          }),
          ...actionColumns(actions, may),
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
