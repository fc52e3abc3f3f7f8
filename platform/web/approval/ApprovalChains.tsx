import {
  type ApprovalChain,
  type ApprovalChainLevel,
  approvalStates,
  approvalVerdicts,
  listApprovalChains,
} from "@ops/platform/contract";
import { Skeleton } from "antd";
import { useEndpoint } from "../call/use-query.ts";
import { showTime } from "../list/column/show-value.ts";
import { NothingYet, NotLoaded } from "../list/list-states.tsx";
import "../detail/timeline.css";
import "./approval.css";

interface Props {
  readonly bizType: string;
  readonly bizId: string;
}

/** The requests about one record: who asked, and who decided each level, when and with which note (PF-R117). */
export function ApprovalChains({ bizType, bizId }: Props) {
  const answer = useEndpoint(listApprovalChains, { params: { bizType, bizId } }, { silent: true, staleTime: 0 });
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton active paragraph={{ rows: 4 }} />;
  if (answer.data.length === 0) return <NothingYet sentence="还没有提交过审批" />;
  return answer.data.map((chain) => <Chain key={chain.id} chain={chain} />);
}

function Chain({ chain }: { readonly chain: ApprovalChain }) {
  const { title, applicantName, appliedAt, endedAt, state, facts, levels } = chain;
  return (
    <section className="approval-chain">
      <h3>
        {title}
        <small>{approvalStates[state]}</small>
      </h3>
      <p>{facts.map(({ label, text }) => `${label} ${text}`).join(" · ")}</p>
      <ol className="timeline">
        <li>
          <time dateTime={appliedAt}>{showTime(appliedAt)}</time>
          <span>{applicantName}</span>
          <div>提交申请</div>
        </li>
        {levels.map((level) => (
          <Level key={level.levelNo} level={level} isOver={state !== "OPEN"} />
        ))}
        {state === "WITHDRAWN" && endedAt && (
          <li>
            <time dateTime={endedAt}>{showTime(endedAt)}</time>
            <div>已撤回</div>
          </li>
        )}
      </ol>
    </section>
  );
}

/** Levels that a request no longer came to are left out. */
function Level({ level, isOver }: { readonly level: ApprovalChainLevel; readonly isOver: boolean }) {
  const { label, verdict, names, onBehalfOf, note, decidedAt, waitingSince, dueAt } = level;
  if (verdict === null && isOver) return null;
  const at = decidedAt ?? waitingSince;
  return (
    <li data-waiting={verdict === null}>
      {at && <time dateTime={at}>{showTime(at)}</time>}
      {verdict && <span>{`${names.join("、")}${onBehalfOf ? ` 代 ${onBehalfOf}` : ""}`}</span>}
      <div>
        {label}
        {verdict ? `：${approvalVerdicts[verdict]}` : waitingText(at, names)}
      </div>
      {note && <small>{note}</small>}
      {dueAt && <small>{`时限 ${showTime(dueAt)}`}</small>}
    </li>
  );
}

function waitingText(at: string | null, names: readonly string[]): string {
  if (at === null) return "：未到";
  return names.length > 0 ? `：等待 ${names.join("、")}` : "：无人可审，请联系管理员";
}
