import type { BodyInputOf } from "@ops/platform/contract";
import { NotLoaded } from "@ops/platform/web";
import type { arrangeHandover, StaffWork } from "@ops/store/contract";
import { Select, Skeleton } from "antd";
import type { useStaffWork } from "./use-staff-work.ts";
import "./movement.css";

type Successors = NonNullable<BodyInputOf<typeof arrangeHandover>["successors"]>;

interface Props {
  readonly work: ReturnType<typeof useStaffWork>;
  readonly value?: Successors;
  readonly onChange?: (successors: Successors) => void;
}

export const successorOptions = (work: StaffWork | undefined) =>
  (work?.successors ?? []).map(({ userId, name, note }) => ({ value: userId, label: `${name}（${note}）` }));

/** 交接: who takes over each kind of open work. What nobody is named for goes to the default successor (ST-R16). */
export function SuccessorsInput({ work, value = [], onChange }: Props) {
  const of = (kind: string) => value.find((one) => one.kind === kind)?.toUserId ?? null;
  const choose = (kind: string, toUserId: string | undefined) => {
    const others = value.filter((one) => one.kind !== kind);
    onChange?.(toUserId ? [...others, { kind, toUserId }] : others);
  };
  if (work.error && !work.data) return <NotLoaded reason={work.error.message} onRetry={() => void work.refetch()} />;
  if (!work.data) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  const { open } = work.data;
  if (open.length === 0) return <p className="movement-none">名下没有未结业务</p>;
  return (
    <div className="movement-works">
      {open.map(({ kind, label, count }) => (
        <div key={kind} className="movement-work">
          <span>
            {label} <b>{count}</b> 项
          </span>
          <Select
            aria-label={`${label}的接手人`}
            allowClear
            showSearch={{ optionFilterProp: "label" }}
            placeholder="其他事项接手人"
            value={of(kind)}
            onChange={(id: string | undefined) => choose(kind, id)}
            options={successorOptions(work.data)}
          />
        </div>
      ))}
    </div>
  );
}
