import { SearchOutlined } from "@ant-design/icons";
import type { CascadeChoice, CascadePlan } from "@ops/partner/contract";
import { goTo, presetList } from "@ops/platform/web";
import { Button, Radio, Select, Table } from "antd";
import "./suspension.css";

interface ImpactProps {
  readonly choices: readonly CascadeChoice[];
  /** What the first person saw, where a second one looks at it. */
  readonly seen?: ReadonlyMap<string, number>;
  /** Told before the list behind a number is opened. */
  readonly onLeave: () => void;
}

/** 影响预览: what lies with the partner, kind by kind; numbers lead to their lists. */
export function ImpactTable(props: ImpactProps) {
  return (
    <Table
      rowKey="kind"
      size="small"
      className="tabular"
      pagination={false}
      dataSource={props.choices}
      columns={[
        { title: "影响对象", dataIndex: "label", width: 120 },
        {
          title: "数量",
          key: "count",
          width: 110,
          align: "right",
          render: (_, choice) => <Count {...props} choice={choice} />,
        },
        { title: "示例", key: "sample", ellipsis: true, render: (_, { sample }) => sample.join("、") || "-" },
      ]}
    />
  );
}

function Count({ choice: { count, kind, listed }, seen, onLeave }: ImpactProps & { readonly choice: CascadeChoice }) {
  const before = seen?.get(kind);
  const look = () => {
    if (!listed) return;
    presetList(listed.route, listed.filters);
    onLeave();
    goTo(listed.route);
  };
  return (
    <span className="stop-count">
      {before !== undefined && before !== count && <small>预览时 {before}</small>}
      {listed && count > 0 ? (
        <Button type="link" size="small" title="查看列表" onClick={look}>
          {count}
        </Button>
      ) : (
        count
      )}
    </span>
  );
}

interface PlanProps {
  readonly choices: readonly CascadeChoice[];
  readonly value: CascadePlan;
  readonly onChange: (plan: CascadePlan) => void;
}

/** 处理方案: what happens to each kind, and who takes it where the action asks for somebody. */
export function PlanInput({ choices, value, onChange }: PlanProps) {
  const lineOf = (choice: CascadeChoice) => planLine(choice, value);
  const change = (line: CascadePlan[number]) => onChange([...value.filter(({ kind }) => kind !== line.kind), line]);
  return (
    <div className="stop-plan">
      {choices.map((choice) => (
        <fieldset key={choice.kind} data-none={choice.count === 0}>
          <legend>
            {choice.label} <b>{choice.count}</b>
          </legend>
          <ActionInput choice={choice} line={lineOf(choice)} onChange={change} />
          <Receiver choice={choice} line={lineOf(choice)} onChange={change} />
        </fieldset>
      ))}
    </div>
  );
}

interface LineProps {
  readonly choice: CascadeChoice;
  readonly line: CascadePlan[number];
  readonly onChange: (line: CascadePlan[number]) => void;
}

/** Where only one thing can be done it is told, not asked. */
function ActionInput({ choice: { kind, label: name, actions }, line, onChange }: LineProps) {
  const [only, ...others] = actions;
  if (others.length === 0) return <span>{only?.label}</span>;
  return (
    <Radio.Group
      aria-label={`${name}的处理`}
      value={line.action}
      onChange={({ target }) => onChange({ kind, action: String(target.value), receiverId: null })}
      options={actions.map(({ action, label }) => ({ value: action, label }))}
    />
  );
}

function Receiver({ choice, line, onChange }: LineProps) {
  const receivers = choice.actions.find(({ action }) => action === line.action)?.receivers;
  if (!receivers) return null;
  return (
    <Select
      showSearch={{ optionFilterProp: "label" }}
      className="stop-receiver"
      aria-label={`${choice.label}的接收方`}
      placeholder="请选择接收方"
      status={line.receiverId === null && choice.count > 0 ? "error" : ""}
      suffixIcon={<SearchOutlined />}
      value={line.receiverId}
      onChange={(receiverId) => onChange({ ...line, receiverId })}
      options={receivers.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

/** The chosen line of a kind, or the usual one. */
export function planLine(choice: CascadeChoice, plan: CascadePlan): CascadePlan[number] {
  const { kind, defaultAction: action } = choice;
  return plan.find((line) => line.kind === kind) ?? { kind, action, receiverId: null };
}

/** What is still to be chosen; null when the plan is complete. */
export function openReceiver(choices: readonly CascadeChoice[], plan: CascadePlan): string | null {
  const open = choices.find((choice) => {
    const { action, receiverId } = planLine(choice, plan);
    return choice.count > 0 && receiverId === null && choice.actions.find((one) => one.action === action)?.receivers;
  });
  return open ? `请选择${open.label}的接收方` : null;
}
