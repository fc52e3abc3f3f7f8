import { ArrowLeftOutlined } from "@ant-design/icons";
import { Button, Card, Skeleton } from "antd";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { Refusal } from "../call/failures.ts";
import { NotLoaded } from "../list/list-states.tsx";
import { usePage } from "../shell/page/page-context.ts";
import { usePages } from "../shell/page/use-pages.ts";
import { FilePreview } from "../upload/FilePreview.tsx";
import type { DetailEndpoint } from "./detail-endpoint.ts";
import { NotFound } from "./NotFound.tsx";
import { RecordActions } from "./RecordActions.tsx";
import { Overview } from "./RecordOverview.tsx";
import type { RecordDescription } from "./record.ts";
import { RecordTabs, type ShownRecord, Standing, useRecord } from "./record-frame.tsx";
import "./detail.css";

interface Props<E extends DetailEndpoint, S extends string> {
  readonly of: RecordDescription<E, S>;
  readonly id: string;
  /** Dialogs that belong to the whole page. */
  readonly children?: ReactNode;
}

/** A record on a page of its own: head with actions, overview and tabs. The address names the tab. */
export function DetailPage<E extends DetailEndpoint, S extends string>({ of, id, children }: Props<E, S>) {
  const answer = useRecord(of.endpoint, id);
  const { data: record } = answer;
  if (record) {
    return (
      <article className="detail-page" aria-busy={answer.isFetching}>
        <DetailBody of={of} id={id} record={record} isPage />
        {children}
      </article>
    );
  }
  return <DetailInstead error={answer.error} onRetry={() => void answer.refetch()} />;
}

function DetailBody<E extends DetailEndpoint, S extends string>(shown: ShownRecord<E, S>) {
  const { of, record } = shown;
  const { location } = usePage();
  const navigate = useNavigate();
  const pages = usePages();
  const tab = new URLSearchParams(location.search).get("tab");
  const picture = of.picture?.(record);
  const turnTo = (next: string) => void navigate(`${location.pathname}?tab=${next}`, { replace: true });
  return (
    <>
      <header className="detail-head">
        <Button type="text" aria-label="返回" icon={<ArrowLeftOutlined />} onClick={pages.back} />
        {picture && <FilePreview file={picture} />}
        <h1 className="detail-title">{of.title(record)}</h1>
        <Standing {...shown} />
        <RecordActions isPage record={record} actions={of.actions ?? []} />
      </header>
      {of.notice?.(record)}
      {of.overview && !of.overview.isTab && <Overview {...shown} overview={of.overview} turnTo={turnTo} />}
      <Card className="detail-tabs">
        <RecordTabs {...shown} tab={tab} onTab={turnTo} />
      </Card>
    </>
  );
}

function DetailInstead({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  const pages = usePages();
  if (error instanceof Refusal) return <NotFound refusal={error} onBack={pages.back} />;
  if (error) {
    return (
      <Card className="detail-page">
        <NotLoaded reason={error.message} onRetry={onRetry} />
      </Card>
    );
  }
  return (
    <div className="detail-page" role="status" aria-label="加载中">
      <Card>
        <Skeleton active title={{ width: 240 }} paragraph={false} />
      </Card>
      <Card>
        <Skeleton active paragraph={{ rows: 6 }} />
      </Card>
    </div>
  );
}
