import { isDeduction, lineKinds, listPolicies, type Policy, policyKinds, type TypedLine } from "@ops/order/contract";
import { dayOf } from "@ops/platform/contract";
import { MoneyInput, NotLoaded, serverNow, showMoney, useEndpoint, useMay } from "@ops/platform/web";
import { Button, Input, Select } from "antd";
import { type DraftLine, emptyLine, sumOf } from "./draft-lines.ts";
import "./choice.css";
import "./order.css";

interface Props {
  readonly seriesId: string | null;
  /** What the car costs; the lines of the quote are never typed (OR-R2). */
  readonly car: readonly { readonly id: string; readonly name: string; readonly amountFen: number }[];
  readonly value: readonly DraftLine[];
  readonly onChange: (lines: readonly DraftLine[]) => void;
}

/** The lines of a price: those of the car as they are, the others to be typed, each by its policy. */
export function LinesInput({ seriesId, car, value, onChange }: Props) {
  const { policies, failed, isHidden } = usePolicies(seriesId);
  const put = (at: number, line: Partial<DraftLine>) =>
    onChange(value.map((one, place) => (place === at ? { ...one, ...line } : one)));
  const total = car.reduce((sum, { amountFen }) => sum + amountFen, 0) + sumOf(value);
  return (
    <div className="lines-input">
      <dl className="price-lines">
        {car.map(({ id, name, amountFen }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>{showMoney(amountFen)}</dd>
          </div>
        ))}
      </dl>
      {value.map((line, at) => (
        <LineRow
          key={line.key}
          no={at + 1}
          line={line}
          policies={policies.filter(({ kind }) => kind === line.kind)}
          onChange={(changed) => put(at, changed)}
          onRemove={() => onChange(value.filter((_one, place) => place !== at))}
        />
      ))}
      {failed && <NotLoaded reason={failed.error.message} onRetry={() => void failed.refetch()} />}
      {isHidden && <p className="order-hint">您没有查看优惠政策的权限，只能添加权益包</p>}
      <p>
        <Button size="small" onClick={() => onChange([...value, emptyLine()])}>
          添加优惠或费用
        </Button>
      </p>
      <p className="choice-sum">
        应付合计 <b>{showMoney(total)}</b>
      </p>
    </div>
  );
}

interface TextProps {
  readonly seriesId: string | null;
  readonly lines: readonly TypedLine[];
}

/** Typed lines as they read where two versions are compared. */
export function LinesText({ seriesId, lines }: TextProps) {
  const { policies } = usePolicies(seriesId);
  if (lines.length === 0) return "-";
  return (
    <ul className="lines-text">
      {lines.map(({ kind, name, amountFen, policyId }, at) => {
        const named = name ?? policies.find(({ id }) => id === policyId)?.name ?? lineKinds[kind];
        return <li key={at}>{`${named} ${showMoney(isDeduction(kind) ? -amountFen : amountFen)}`}</li>;
      })}
    </ul>
  );
}

interface RowProps {
  readonly no: number;
  readonly line: DraftLine;
  readonly policies: readonly Policy[];
  readonly onChange: (line: Partial<DraftLine>) => void;
  readonly onRemove: () => void;
}

function LineRow({ no, line, policies, onChange, onRemove }: RowProps) {
  const kinds = [...Object.entries(policyKinds), ["PACK", lineKinds.PACK] as const];
  const name = `第${no}行`;
  return (
    <div className="line-row">
      <Select
        aria-label="类型"
        options={kinds.map(([value, label]) => ({ value, label }))}
        value={line.kind}
        onChange={(kind) => onChange({ kind, name: "", policyId: null })}
      />
      {line.kind === "PACK" ? (
        <Input
          aria-label="名称"
          placeholder="名称，如充电权益包"
          maxLength={40}
          value={line.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      ) : (
        <Select
          aria-label="优惠政策"
          placeholder={policies.length === 0 ? "没有可用的政策" : "请选择优惠政策"}
          options={policyOptions(policies, line)}
          value={line.policyId}
          onChange={(policyId) =>
            onChange({ policyId, name: policies.find(({ id }) => id === policyId)?.name ?? line.name })
          }
        />
      )}
      <span title={isDeduction(line.kind) ? "从车价中扣减" : "加到车价上"}>
        <MoneyInput
          label={`${name}金额`}
          prefix={isDeduction(line.kind) ? "−" : "+"}
          min={0}
          value={line.amountFen}
          onChange={(amountFen) => onChange({ amountFen })}
        />
      </span>
      <Button type="link" size="small" aria-label={`删除${name}`} onClick={onRemove}>
        删除
      </Button>
      {isOverLimit(line, policies) && <p className="order-hint">超出政策上限，须由有价格权限的人员录入</p>}
    </div>
  );
}

/** Whether only somebody with the right to correct prices may enter the line (OR-R2). */
const isOverLimit = ({ policyId, amountFen }: DraftLine, policies: readonly Policy[]) =>
  policies.some(({ id, limitFen }) => id === policyId && amountFen !== null && amountFen > limitFen);

/** What may be chosen, and what is stored although it is in force no more, so that nobody reads an id. */
function policyOptions(policies: readonly Policy[], { policyId, name: stored }: DraftLine) {
  const options = policies.map(({ id, name, limitFen }) => {
    return { value: id, label: `${name}（上限${showMoney(limitFen)}）` };
  });
  const isKnown = policyId === null || policies.some(({ id }) => id === policyId);
  return isKnown ? options : [...options, { value: policyId, label: stored || "原政策" }];
}

/** The policies that are in force for a series today, for those who may read them. */
function usePolicies(seriesId: string | null) {
  const enabled = useMay()(listPolicies);
  const query = { status: "ENABLED" as const, pageSize: 100 };
  const asked = useEndpoint(listPolicies, { query }, { silent: true, enabled });
  const today = dayOf(serverNow());
  const policies: readonly Policy[] = (asked.data?.list ?? []).filter(
    ({ seriesIds, validFrom, validTo }) =>
      (seriesIds.length === 0 || (seriesId !== null && seriesIds.includes(seriesId))) &&
      validFrom <= today &&
      (validTo === null || validTo >= today),
  );
  return { policies, failed: asked.isLoadingError ? asked : null, isHidden: !enabled };
}
