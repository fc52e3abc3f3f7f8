import { type AuditLog, listRecordLogs } from "@ops/platform/contract";
import { Button, Input, Pagination, Skeleton, Tag } from "antd";
import { useState } from "react";
import { useEndpoint } from "../call/use-query.ts";
import { DayRangeInput } from "../form/input/inputs.tsx";
import { NothingYet, NotLoaded } from "../list/list-states.tsx";
import { DiffTable } from "./DiffTable.tsx";
import "../detail/timeline.css";
import "./logs.css";

interface Props {
  readonly bizType: string;
  readonly bizId: string;
}

interface Filter {
  readonly action: string;
  readonly actor: string;
  readonly occurredAt: string | null;
}

const nothing: Filter = { action: "", actor: "", occurredAt: null };
const PAGE_SIZE = 20;

/** The log of one record, newest first: when, by whom and where, what, and which fields changed (PF-R99). */
export function RecordLogs({ bizType, bizId }: Props) {
  const [filter, setFilter] = useState(nothing);
  const [pageNo, setPageNo] = useState(1);
  const change = (part: Partial<Filter>) => {
    setFilter((before) => ({ ...before, ...part }));
    setPageNo(1);
  };
  const query = { ...queryOf(filter), pageNo, pageSize: PAGE_SIZE };
  const answer = useEndpoint(
    listRecordLogs,
    { params: { bizType, bizId }, query },
    { keepPrevious: true, silent: true },
  );
  const page = answer.data;
  return (
    <section className="logs" aria-busy={answer.isFetching}>
      <LogsFilter onChange={change} />
      {answer.error && <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />}
      {!page && !answer.error && <Skeleton active paragraph={{ rows: 6 }} />}
      {page && <Entries entries={page.list} isFiltered={Object.keys(queryOf(filter)).length > 0} />}
      {page && page.total > PAGE_SIZE && (
        <Pagination
          size="small"
          align="end"
          current={pageNo}
          pageSize={PAGE_SIZE}
          total={page.total}
          showSizeChanger={false}
          onChange={setPageNo}
        />
      )}
    </section>
  );
}

function queryOf({ action, actor, occurredAt }: Filter) {
  return { ...(action ? { action } : {}), ...(actor ? { actor } : {}), ...(occurredAt ? { occurredAt } : {}) };
}

function LogsFilter({ onChange }: { readonly onChange: (part: Partial<Filter>) => void }) {
  return (
    <search className="logs-filter">
      <Input.Search
        allowClear
        maxLength={50}
        placeholder="操作，如 停用、编辑"
        aria-label="按操作筛选"
        onSearch={(action) => onChange({ action: action.trim() })}
      />
      <Input.Search
        allowClear
        maxLength={50}
        placeholder="操作人姓名 / 工号"
        aria-label="按操作人筛选"
        onSearch={(actor) => onChange({ actor: actor.trim() })}
      />
      <DayRange onChange={(occurredAt) => onChange({ occurredAt })} />
    </search>
  );
}

function DayRange({ onChange }: { readonly onChange: (range: string | null) => void }) {
  const [range, setRange] = useState<string | null>(null);
  const choose = (next: string | null) => {
    setRange(next);
    onChange(next);
  };
  return <DayRangeInput value={range} onChange={choose} compact />;
}

function Entries({ entries, isFiltered }: { readonly entries: readonly AuditLog[]; readonly isFiltered: boolean }) {
  if (entries.length === 0) {
    return <NothingYet sentence={isFiltered ? "没有符合条件的日志" : "还没有操作日志"} />;
  }
  return (
    <ol className="timeline logs-line">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

/** More changed fields than these are shown on demand. */
const FEW = 6;

function Entry({ entry }: { readonly entry: AuditLog }) {
  const { occurredAt, actorName, organizationNames, actionName, result, diffs, reason, summary } = entry;
  const [isOpen, setOpen] = useState(diffs.length <= FEW);
  return (
    <li>
      <div className="logs-head">
        <time dateTime={occurredAt}>{occurredAt}</time>
        <strong>{actionName}</strong>
        {result === "REFUSED" && <Tag color="red">已拒绝</Tag>}
        <span className="logs-who">
          {actorName}
          {organizationNames.length > 0 && <small>{organizationNames.join("、")}</small>}
        </span>
      </div>
      {summary && <p>{summary}</p>}
      {reason && <p>原因：{reason}</p>}
      {diffs.length > 0 && isOpen && <DiffTable diffs={diffs} />}
      {diffs.length > 0 && !isOpen && (
        <Button type="link" size="small" className="logs-more" onClick={() => setOpen(true)}>
          查看{diffs.length}项变更
        </Button>
      )}
    </li>
  );
}
