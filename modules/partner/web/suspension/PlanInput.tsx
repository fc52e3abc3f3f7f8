import { SearchOutlined } from "@ant-design/icons";
import { CascadeChoice, type CascadePlan } from "@ops/partner/contract";
import { goTo, presetList, tableColumnsOf } from "@ops/platform/web";
import { Button, Radio, Select, Table } from "antd";
import "./suspension.css";

interface ImpactProps {
  readonly choices: readonly CascadeChoice[];
  /** The counts that the first person saw, when a second person looks at the plan. */
  readonly seen?: ReadonlyMap<string, number>;
  /** Called before the list behind a number is opened. */
  readonly onLeave: () => void;
}

/** 影响预览: the records of the partner by kind. Each number is a link to its list. */
export function ImpactTable(props: ImpactProps) {
  return (
    <Table
      rowKey="kind"
      size="small"
      className="tabular"
      pagination={false}
      dataSource={props.choices}
      columns={tableColumnsOf(CascadeChoice, {
        label: 120,
        count: { width: 110, as: (choice) => <Count {...props} choice={choice} /> },
        sample: 0,
      })}
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

/** 处理方案: the action for each kind, and the receiver if the action needs one. */
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

/** If a kind has only one action, it is shown as text instead of a choice. */
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

/** Finds the chosen line of a kind, or the default one. */
export function planLine(choice: CascadeChoice, plan: CascadePlan): CascadePlan[number] {
  const { kind, defaultAction: action } = choice;
  return plan.find((line) => line.kind === kind) ?? { kind, action, receiverId: null };
}

/** Finds the first missing choice; null if the plan is complete. */
export function openReceiver(choices: readonly CascadeChoice[], plan: CascadePlan): string | null {
  const open = choices.find((choice) => {
    const { action, receiverId } = planLine(choice, plan);
    return choice.count > 0 && receiverId === null && choice.actions.find((one) => one.action === action)?.receivers;
  });
  return open ? `请选择${open.label}的接收方` : null;
}
