import type { handOverStaff, StaffWork } from "@ops/partner/contract";
import type { BodyInputOf } from "@ops/platform/contract";
import { Select } from "antd";
import "./staff.css";

type Receivers = BodyInputOf<typeof handOverStaff>["receivers"];

interface Props {
  readonly work: StaffWork;
  readonly value?: Receivers;
  readonly onChange?: (receivers: Receivers) => void;
}

/** Chooses the receiver for each kind of work, by default the manager of the store. */
export function ReceiversInput({ work: { open, receivers }, value = [], onChange }: Props) {
  const of = (kind: string) => value.find((one) => one.kind === kind)?.toStaffId ?? null;
  const choose = (kind: string, toStaffId: string | undefined) => {
    const others = value.filter((one) => one.kind !== kind);
    onChange?.(toStaffId ? [...others, { kind, toStaffId }] : others);
  };
  if (open.length === 0) return <p className="staff-none">名下没有未结业务</p>;
  if (receivers.length === 0) return <p className="staff-none">同一伙伴没有账号可用的在职员工可以接手</p>;
  return (
    <div className="staff-works">
      {open.map(({ kind, label, count }) => (
        <div key={kind} className="staff-work">
          <span>
            {label} <b>{count}</b> 项
          </span>
          <Select
            aria-label={`${label}的接手人`}
            allowClear
            showSearch={{ optionFilterProp: "label" }}
            placeholder="请选择接手人"
            value={of(kind)}
            onChange={(id: string | undefined) => choose(kind, id)}
            options={receivers.map(({ id, name, note }) => ({ value: id, label: `${name}（${note}）` }))}
          />
        </div>
      ))}
    </div>
  );
}

/**
 * Proposes one person for all kinds of work: the first who can take over, which is the manager of the store if there is
 * one.
 */
export function firstReceivers({ open, receivers }: StaffWork): Receivers {
  const [first] = receivers;
  return first ? open.map(({ kind }) => ({ kind, toStaffId: first.id })) : [];
}
