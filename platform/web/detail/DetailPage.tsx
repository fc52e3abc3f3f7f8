import type { CallInput } from "@ops/platform/contract";
import { Card, Skeleton, Tabs } from "antd";
import type { ReactNode } from "react";
import { Refusal } from "../call/failures.ts";
import { useEndpoint } from "../call/use-query.ts";
import type { PageAction } from "../list/actions.ts";
import { NotLoaded } from "../list/list-states.tsx";
import { useAsking } from "../list/use-asking.tsx";
import { usePages } from "../shell/use-pages.ts";
import { DetailHead, type HeadAction } from "./DetailHead.tsx";
import type { DetailEndpoint, RecordOf } from "./detail-endpoint.ts";
import { type DetailField, FieldList } from "./FieldList.tsx";
import { NotFound } from "./NotFound.tsx";
import { type Stage, StageRail } from "./StageRail.tsx";
import "./detail.css";

export interface DetailCard<R> {
  readonly title: string;
  readonly fields?: readonly DetailField<R>[];
  /** Anything else, under the fields. */
  readonly content?: (record: R) => ReactNode;
  readonly when?: (record: R) => boolean;
}

export interface DetailTab<R> {
  readonly title: string;
  readonly content: (record: R) => ReactNode;
  readonly when?: (record: R) => boolean;
}

export type DetailAction<R> = PageAction<R> & { readonly primary?: boolean };

export interface DetailPageProps<E extends DetailEndpoint> {
  readonly endpoint: E;
  readonly params: CallInput<E>["params"];
  readonly title: (record: RecordOf<E>) => string;
  /** The business number beside the title. */
  readonly number?: (record: RecordOf<E>) => string | null;
  readonly state?: (record: RecordOf<E>) => ReactNode;
  /** Only those that the state of the record allows are shown. */
  readonly actions?: readonly DetailAction<RecordOf<E>>[];
  readonly stages?: (record: RecordOf<E>) => readonly Stage[];
  readonly cards: readonly DetailCard<RecordOf<E>>[];
  readonly tabs?: readonly DetailTab<RecordOf<E>>[];
  /** Beside the cards, usually what happened last; tabs have the whole width below. */
  readonly aside?: { readonly title: string; readonly content: (record: RecordOf<E>) => ReactNode };
  /** Dialogs; they get the record. */
  readonly children?: ReactNode;
}

/** One record: head, stage rail, cards, tabs, and what happened to it at the side. */
export function DetailPage<E extends DetailEndpoint>(props: DetailPageProps<E>) {
  const { endpoint, params, actions = [], children } = props;
  const asking = useAsking<RecordOf<E>, { readonly primary?: boolean }>(actions);
  const input: unknown = { params };
  const answer = useEndpoint(endpoint, input as CallInput<E>, { silent: true });
  const record = answer.data as RecordOf<E> | undefined;

  if (record) {
    return (
      <article className="detail-page" aria-busy={answer.isFetching}>
        <DetailBody {...props} actions={asking.actions} record={record} />
        {children}
        {asking.dialog}
      </article>
    );
  }
  return <DetailInstead error={answer.error} onRetry={() => void answer.refetch()} />;
}

type BodyProps<E extends DetailEndpoint> = Omit<DetailPageProps<E>, "actions"> & {
  readonly record: RecordOf<E>;
  readonly actions: readonly HeadAction<RecordOf<E>>[];
};

function DetailBody<E extends DetailEndpoint>(props: BodyProps<E>) {
  const { endpoint, record, stages, cards, tabs = [], aside } = props;
  const shown = tabs.filter(({ when }) => !when || when(record));
  const logs = shown.some(({ title }) => title === "操作日志") ? undefined : endpoint.record; // a page may show them itself
  return (
    <>
      <DetailHead {...props} logs={logs} />
      {stages && <StageRail stages={stages(record)} />}
      <div className="detail-columns" data-aside={aside !== undefined}>
        <div className="detail-main">
          {cards
            .filter(({ when }) => !when || when(record))
            .map(({ title, fields = [], content }) => (
              <Card key={title} title={title}>
                {fields.length > 0 && <FieldList record={record} fields={fields} schema={endpoint.answer} />}
                {content?.(record)}
              </Card>
            ))}
        </div>
        {aside && (
          <Card className="detail-aside" title={aside.title}>
            {aside.content(record)}
          </Card>
        )}
      </div>
      {shown.length > 0 && (
        <Card className="detail-tabs">
          <Tabs items={shown.map(({ title, content }) => ({ key: title, label: title, children: content(record) }))} />
        </Card>
      )}
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
