import { DayInput, RefPicker, StateTag } from "@ops/platform/web";
import { type ChangedNode, nodeStates, type ProjectNode, projectStages, saveProjectNodes } from "@ops/store/contract";
import { Button, InputNumber, Table } from "antd";

interface Props {
  readonly nodes: readonly ProjectNode[];
  readonly isRunning: boolean;
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onType: (id: string, change: Omit<ChangedNode, "id" | "version">) => void;
  readonly onOpen: (id: string) => void;
}

/** The nodes with their owner, dates and progress to be typed. */
export function ProgressTable({ nodes, isRunning, chosen, onChoose, onType, onOpen }: Props) {
  const isFixed = ({ state }: ProjectNode) => !nodeStates.can(state, "edit");
  const dayColumn = (key: "planStart" | "planEnd", title: string) => ({
    title,
    width: 150,
    render: (_: unknown, node: ProjectNode) => (
      <DayInput
        aria-label={`${node.name} ${title}`}
        disabled={isFixed(node)}
        value={node[key]}
        onChange={(day) => day && onType(node.id, { [key]: day })}
      />
    ),
  });
  const columns = [
    { title: "阶段", width: 70, render: (_: unknown, { stage }: ProjectNode) => projectStages[stage] },
    {
      title: "节点",
      width: 160,
      render: (_: unknown, { id, name }: ProjectNode) => (
        <Button type="link" size="small" onClick={() => onOpen(id)}>
          {name}
        </Button>
      ),
    },
    {
      title: "负责人",
      width: 180,
      render: (_: unknown, node: ProjectNode) => (
        <RefPicker
          kind="activePerson"
          by={saveProjectNodes.permission}
          label={`${node.name} 负责人`}
          disabled={isFixed(node)}
          known={node.ownerUserId ? [{ value: node.ownerUserId, label: node.ownerUserName ?? "" }] : []}
          value={node.ownerUserId}
          onChange={(ownerUserId) => onType(node.id, { ownerUserId: ownerUserId ?? null })}
        />
      ),
    },
    dayColumn("planStart", "计划开始"),
    dayColumn("planEnd", "计划结束"),
    {
      title: "进度（%）",
      width: 110,
      render: (_: unknown, node: ProjectNode) => (
        <InputNumber
          aria-label={`${node.name} 进度`}
          min={0}
          max={100}
          precision={0}
          disabled={isFixed(node) || !isRunning}
          value={node.progress}
          onChange={(progress) => onType(node.id, { progress: progress ?? 0 })}
        />
      ),
    },
    {
      title: "状态",
      width: 100,
      render: (_: unknown, { state }: ProjectNode) => <StateTag machine={nodeStates} state={state} />,
    },
  ];
  return (
    <Table<ProjectNode>
      rowKey="id"
      size="small"
      pagination={false}
      columns={columns}
      dataSource={[...nodes]}
      rowSelection={{
        selectedRowKeys: [...chosen],
        onChange: (keys) => onChoose(keys.map(String)),
        getCheckboxProps: (node) => ({ disabled: isFixed(node) }),
      }}
    />
  );
}
