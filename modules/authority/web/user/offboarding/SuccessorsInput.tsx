import { ActivePersonRef, type OffboardPreview, offboardUser } from "@ops/authority/contract";
import type { BodyInputOf } from "@ops/platform/contract";
import { RefPicker } from "@ops/platform/web";

type Successors = BodyInputOf<typeof offboardUser>["successors"];

interface Props {
  readonly works: OffboardPreview["works"];
  readonly leaverId: string;
  readonly value?: Successors;
  readonly onChange?: (successors: Successors) => void;
}

/** Asks for a successor per kind of work, or 暂不转移. Work that nobody else is responsible for needs a successor. */
export function SuccessorsInput({ works, leaverId, value = [], onChange }: Props) {
  const held = works.filter(({ count }) => count > 0);
  const of = (kind: string) => value.find((one) => one.kind === kind)?.successorId ?? null;
  const choose = (kind: string, successorId: string | null) =>
    onChange?.([...value.filter((one) => one.kind !== kind), { kind, successorId }]);
  if (held.length === 0) return <p className="offboard-none">没有需要移交的工作</p>;
  return (
    <div className="offboard-works">
      {held.map(({ kind, label, count, blocking, beyond, refusal }) => (
        <div key={kind} className="offboard-work">
          <span>
            {label} <b>{count}</b>
          </span>
          <RefPicker
            kind={ActivePersonRef.kind}
            by={offboardUser.permission}
            label={`${label}的接手人`}
            placeholder={blocking > 0 ? "请指定新的负责人" : "暂不转移"}
            invalid={blocking > 0 && of(kind) === null}
            except={leaverId}
            value={of(kind)}
            onChange={(id) => choose(kind, id)}
          />
          {refusal && <small role="alert">{refusal}</small>}
          {!refusal && beyond > 0 && <small>其中 {beyond} 项不在您的管理范围，将保留待有权限的管理员移交</small>}
          {!refusal && blocking > 0 && of(kind) === null && (
            <small role="alert">其中 {blocking} 个没有其他负责人，请先指定新的负责人</small>
          )}
        </div>
      ))}
    </div>
  );
}
