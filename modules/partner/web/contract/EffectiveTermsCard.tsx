import {
  type ContractTerms,
  type EffectiveTerms,
  getEffectiveTerms,
  partnerFlags,
  type TermName,
  termLabels,
} from "@ops/partner/contract";
import { DayInput, NotLoaded, RegionText, showMoney, showValue, useEndpoint } from "@ops/platform/web";
import { Alert, Skeleton } from "antd";
import { type ReactNode, useId, useState } from "react";

/** 有效条款: the terms on a day, each with the contract from which it comes (PT-R6). */
export function EffectiveTermsCard({ partnerId }: { readonly partnerId: string }) {
  const [day, setDay] = useState<string | null>(null);
  const dayId = useId();
  const input = { params: { id: partnerId }, query: day ? { day } : {} };
  const { data, error, isPending, refetch } = useEndpoint(getEffectiveTerms, input, {
    silent: true,
    keepPrevious: true,
  });
  return (
    <section className="contract-terms" aria-label="有效条款">
      <div className="partner-part-head">
        <b>有效条款</b>
        <span className="contract-day">
          <label htmlFor={dayId}>查看日期</label>
          <DayInput id={dayId} value={day ?? data?.day ?? null} onChange={setDay} />
        </span>
      </div>
      {error && !data && <NotLoaded reason={error.message} onRetry={() => void refetch()} />}
      {isPending && <Skeleton active title={false} />}
      {data === null && <p className="partner-none">{day ?? "今天"}没有生效的主合同</p>}
      {data && <Terms effective={data} />}
    </section>
  );
}

function Terms({ effective }: { readonly effective: EffectiveTerms }) {
  const { terms, sources, depositFen, depositSource, graceUntil, endOn } = effective;
  return (
    <>
      {graceUntil && (
        <Alert
          type="warning"
          showIcon
          title={`主合同已于${endOn}到期，条款沿用至${graceUntil}；届时未续签将关闭权限开关`}
        />
      )}
      <dl className="contract-term-list">
        {sources.map(({ term, contractNo, kind }) => (
          <div key={term}>
            <dt>{isTerm(term) ? termLabels[term] : term}</dt>
            <dd>
              {isTerm(term) ? showTerm(terms, term) : "-"}
              <Source contractNo={contractNo} isSupplement={kind === "SUPPLEMENT"} />
            </dd>
          </div>
        ))}
        <div>
          <dt>保证金</dt>
          <dd>
            {showMoney(depositFen)}
            <Source contractNo={depositSource.contractNo} isSupplement={depositSource.kind === "SUPPLEMENT"} />
          </dd>
        </div>
      </dl>
    </>
  );
}

function Source({ contractNo, isSupplement }: { readonly contractNo: string; readonly isSupplement: boolean }) {
  return <small>{`${isSupplement ? "补充协议" : "主合同"} ${contractNo}`}</small>;
}

const isTerm = (name: string): name is TermName => Object.hasOwn(termLabels, name);

/** Shows a term in words. */
export function showTerm(terms: ContractTerms, name: TermName): ReactNode {
  if (name === "flags")
    return terms.flags?.length ? terms.flags.map((flag) => partnerFlags[flag]).join("、") : "全部关闭";
  if (name === "serviceCities") return <Cities codes={terms.serviceCities ?? []} />;
  if (name === "commissionPct") return terms.commissionPct === undefined ? "-" : `${terms.commissionPct}%`;
  return showValue(terms[name]);
}

const SHOWN_CITIES = 6;

function Cities({ codes }: { readonly codes: readonly string[] }) {
  return (
    <span className="contract-cities">
      {codes.slice(0, SHOWN_CITIES).map((code) => (
        <span key={code}>
          <RegionText code={code} />
        </span>
      ))}
      {codes.length > SHOWN_CITIES && <span>等{codes.length}个城市</span>}
      {codes.length === 0 && "-"}
    </span>
  );
}
