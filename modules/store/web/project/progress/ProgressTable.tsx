import { DayInput, RefPicker, StateTag } from "@ops/platform/web";
import { nodeStates, type ProjectNode, type ProjectState, projectStages, saveProjectNodes } from "@ops/store/contract";
import { Button, InputNumber, Select, Table } from "antd";
import type { NodeChange } from "./changes.ts";

interface Props {
  readonly nodes: readonly ProjectNode[];
  readonly state: ProjectState;
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onType: (id: string, change: NodeChange) => void;
  readonly onOpen: (id: string) => void;
  /** Before the start alone. */
  readonly onRemove: (node: ProjectNode) => void;
}

/** The nodes with their owner, dates and progress to be typed; before the start also what they wait for. */
export function ProgressTable({ nodes, state, chosen, onChoose, onType, onOpen, onRemove }: Props) {
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
    ...(state === "DRAFT" ? orderColumns({ nodes, onType, onRemove }) : standingColumns({ state, isFixed, onType })),
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

/** How far the work is. */
function standingColumns({
  state,
  isFixed,
  onType,
}: Pick<Props, "state" | "onType"> & { isFixed: (node: ProjectNode) => boolean }) {
  return [
    {
      title: "进度（%）",
      width: 110,
      render: (_: unknown, node: ProjectNode) => (
        <InputNumber
          aria-label={`${node.name} 进度`}
          min={0}
          max={100}
          precision={0}
          disabled={isFixed(node) || state !== "RUNNING"}
          value={node.progress}
          onChange={(progress) => onType(node.id, { progress: progress ?? 0 })}
        />
      ),
    },
    {
      title: "状态",
      width: 100,
      render: (_: unknown, node: ProjectNode) => <StateTag machine={nodeStates} state={node.state} />,
    },
  ];
}

/** What a node of a draft waits for, and its removal. */
function orderColumns({ nodes, onType, onRemove }: Pick<Props, "nodes" | "onType" | "onRemove">) {
  const options = nodes.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));
  return [
    {
      title: "前置节点",
      width: 220,
      render: (_: unknown, node: ProjectNode) => (
        <Select
          aria-label={`${node.name} 前置节点`}
          mode="multiple"
          className="form-wide"
          optionFilterProp="label"
          options={options.filter(({ value }) => value !== node.code)}
          value={node.predecessorCodes}
          onChange={(predecessorCodes: string[]) => onType(node.id, { predecessorCodes })}
        />
      ),
    },
    {
      title: "操作",
      width: 70,
      render: (_: unknown, node: ProjectNode) => (
        <Button type="link" size="small" danger aria-label={`删除${node.name}`} onClick={() => onRemove(node)}>
          删除
        </Button>
      ),
    },
  ];
}
