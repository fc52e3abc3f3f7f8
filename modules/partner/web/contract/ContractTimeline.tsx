import { type Contract, contractKinds, contractStates } from "@ops/partner/contract";
import { addDays, dayOf, daysApart } from "@ops/platform/contract";
import { serverNow } from "@ops/platform/web";
import { Tooltip } from "antd";
import type { ReactNode } from "react";
import { contractTones } from "./contract-actions.tsx";

interface Props {
  readonly contracts: readonly Contract[];
  readonly extra: ReactNode;
}

interface Span {
  readonly from: string;
  readonly days: number;
}

/**
 * Draws contracts as bars over the years, one row per kind, with a line for today. Gaps between main contracts are red.
 */
export function ContractTimeline({ contracts, extra }: Props) {
  const shown = contracts.filter(({ state }) => state !== "TERMINATED" || contracts.length < 8);
  const span = spanOf(shown.length > 0 ? shown : contracts);
  const today = dayOf(new Date(serverNow()));
  const kinds = (["MAIN", "SUPPLEMENT", "NDA", "INTEGRITY"] as const).filter((kind) =>
    shown.some((contract) => contract.kind === kind),
  );
  return (
    <section className="contract-timeline" aria-label="合同时间轴">
      <div className="partner-part-head">
        <b>合同时间轴</b>
        {extra}
      </div>
      <div className="contract-years">
        <span />
        <div className="contract-track">
          {yearsOf(span).map((year) => (
            <small key={year} style={{ insetInlineStart: at(span, `${year}-01-01`) }}>
              {year}
            </small>
          ))}
        </div>
      </div>
      {kinds.flatMap((kind) =>
        lanesOf(shown.filter((contract) => contract.kind === kind)).map((lane, n) => (
          <div key={`${kind}:${n}`} className="contract-line">
            <span>{n === 0 ? contractKinds[kind] : ""}</span>
            <div className="contract-track">
              {lane.map((contract) => (
                <Bar key={contract.id} contract={contract} span={span} />
              ))}
              <i className="contract-today" style={{ insetInlineStart: at(span, today) }} title={`今天 ${today}`} />
            </div>
          </div>
        )),
      )}
    </section>
  );
}

function Bar({ contract, span }: { readonly contract: Contract; readonly span: Span }) {
  const { contractNo, startOn, endOn, state, gapDays } = contract;
  const days = daysApart(startOn, endOn) + 1;
  const words = `${contractNo} ${startOn} 至 ${endOn} ${contractStates.label(state)}`;
  const gapFrom = addDays(startOn, -gapDays);
  return (
    <>
      {gapDays > 0 && gapFrom >= span.from && (
        <Tooltip title={`间断${gapDays}天：${gapFrom} 至 ${addDays(startOn, -1)}`}>
          <i
            className="contract-gap-bar"
            style={{ insetInlineStart: at(span, gapFrom), inlineSize: part(span, gapDays) }}
          />
        </Tooltip>
      )}
      <Tooltip title={words}>
        <i
          className="contract-bar"
          role="img"
          aria-label={words}
          data-tone={contractTones[state]}
          data-draft={state === "DRAFT" || state === "REVIEW" || state === "APPROVED"}
          style={{ insetInlineStart: at(span, startOn), inlineSize: part(span, days) }}
        >
          {contractNo}
        </i>
      </Tooltip>
    </>
  );
}

/** Contracts that overlap are drawn in separate lines below each other. */
function lanesOf(contracts: readonly Contract[]): Contract[][] {
  const lanes: Contract[][] = [];
  for (const contract of contracts.toSorted((one, other) => (one.startOn < other.startOn ? -1 : 1))) {
    const lane = lanes.find((known) => (known.at(-1)?.endOn ?? "") < contract.startOn);
    if (lane) lane.push(contract);
    else lanes.push([contract]);
  }
  return lanes;
}

/** The span from the first to the last day of all contracts, in whole months. */
function spanOf(contracts: readonly Contract[]): Span {
  const starts = contracts.map(({ startOn }) => startOn).sort();
  const ends = contracts.map(({ endOn }) => endOn).sort();
  const from = `${(starts[0] ?? "").slice(0, 7)}-01`;
  return { from, days: daysApart(from, ends.at(-1) ?? from) + 15 };
}

function yearsOf({ from, days }: Span): number[] {
  const [first, last] = [Number(from.slice(0, 4)), Number(addDays(from, days).slice(0, 4))];
  return Array.from({ length: last - first + 1 }, (_, n) => first + n).filter((year) => `${year}-01-01` >= from);
}

const percent = (share: number) => `${Math.min(100, Math.max(0, share * 100)).toFixed(2)}%`;
const at = ({ from, days }: Span, day: string) => percent(daysApart(from, day) / days);
const part = ({ days }: Span, length: number) => percent(length / days);
