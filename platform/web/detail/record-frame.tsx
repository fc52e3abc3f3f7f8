import type { CallInput, StateMachine } from "@ops/platform/contract";
import { Tabs } from "antd";
import { ChainsView } from "../approval/chains-view.ts";
import { useEndpoint } from "../call/use-query.ts";
import { StateTag } from "../dict/StateTag.tsx";
import type { Tone } from "../dict/tones.ts";
import { LogsView } from "../logs/logs-view.ts";
import { useMay } from "../session/use-session.ts";
import type { DetailEndpoint, RecordOf } from "./detail-endpoint.ts";
import { FieldList } from "./FieldList.tsx";
import { Overview } from "./RecordOverview.tsx";
import {
  chosenTab,
  logOf,
  paramsOf,
  type RecordDescription,
  type RecordTab,
  standingOf,
  tabsFor,
  versionOf,
} from "./record.ts";
import "./detail.css";

/** The answer of the call for the record so far. */
export interface RecordAnswer<R> {
  readonly data: R | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  refetch(): unknown;
}

type May = ReturnType<typeof useMay>;

/** A record as the parts of both frames get it. */
export interface ShownRecord<E extends DetailEndpoint, S extends string> {
  readonly of: RecordDescription<E, S>;
  /** As the address names it. */
  readonly id: string;
  readonly record: RecordOf<E>;
  readonly isPage: boolean;
}

/** Loads the record of an id, unless the caller has loaded it. */
export function useRecord<E extends DetailEndpoint>(
  endpoint: E,
  id: string,
  asked?: RecordAnswer<RecordOf<E>>,
): RecordAnswer<RecordOf<E>> {
  const input: unknown = { params: paramsOf(endpoint, id) };
  const answer = useEndpoint(endpoint, input as CallInput<E>, { silent: true, enabled: !asked });
  return asked ?? answer;
}

/** Shows the number, the state and other tags. */
export function Standing<E extends DetailEndpoint, S extends string>({
  of,
  record,
}: Pick<ShownRecord<E, S>, "of" | "record">) {
  const { number, machine, tones = {}, tags } = of;
  const text = number?.(record);
  return (
    <>
      {text && <small className="detail-number">{text}</small>}
      {machine && <StateOf machine={machine} tones={tones} state={standingOf(record) as S} />}
      {tags?.(record)}
    </>
  );
}

interface StateProps<S extends string> {
  readonly machine: StateMachine<S>;
  readonly tones: Partial<Record<S, Tone>>;
  readonly state: S;
}

function StateOf<S extends string>(props: StateProps<S>) {
  return <StateTag {...props} />;
}

type TabsProps<E extends DetailEndpoint, S extends string> = ShownRecord<E, S> & {
  readonly tab: string | null;
  readonly onTab: (tab: string) => void;
};

/** The tabs that the reader sees; in a drawer the overview is the first of them. One alone needs no tabs. */
export function RecordTabs<E extends DetailEndpoint, S extends string>({ tab, onTab, ...shown }: TabsProps<E, S>) {
  const may = useMay();
  const { of, record, isPage } = shown;
  const tabs = tabsFor(
    [...overviewTab(shown), ...(of.tabs ?? []), ...approvalTab(shown), ...logTab(shown, may)],
    record,
    may,
  );
  const items = tabs.map((one) => ({
    key: one.key,
    label: <TabLabel title={one.title} count={one.count?.(record) ?? 0} />,
    children: <TabBody of={of} tab={one} record={record} turnTo={onTab} />,
  }));
  const [only] = items;
  if (only && items.length === 1) return only.children;
  const chosen = chosenTab(items, tab);
  return <Tabs items={items} onChange={onTab} destroyOnHidden={!isPage} {...(chosen ? { activeKey: chosen } : {})} />;
}

function overviewTab<E extends DetailEndpoint, S extends string>(shown: ShownRecord<E, S>): RecordTab<RecordOf<E>>[] {
  const { overview } = shown.of;
  if (!overview || (shown.isPage && !overview.isTab)) return [];
  const { title } = overview;
  return [
    {
      key: "overview",
      title,
      content: (_record, turnTo) => <Overview {...shown} overview={overview} turnTo={turnTo} />,
    },
  ];
}

function approvalTab<E extends DetailEndpoint, S extends string>({ of, id, record }: ShownRecord<E, S>) {
  const { record: bizType } = of.endpoint;
  if (!of.approvals || !bizType) return [];
  return [
    {
      key: "approvals",
      title: "审批",
      content: () => <ChainsView key={versionOf(record)} bizType={bizType} bizId={id} />,
    },
  ];
}

function logTab<E extends DetailEndpoint, S extends string>({ of, id, record }: ShownRecord<E, S>, may: May) {
  const log = logOf(of, record, id, may);
  if (!log) return [];
  const { title = "操作日志" } = of.logs ?? {};
  return [{ key: "logs", title, content: () => <LogsView key={versionOf(record)} {...log} /> }];
}

interface BodyProps<E extends DetailEndpoint, S extends string> extends Pick<ShownRecord<E, S>, "of" | "record"> {
  readonly tab: RecordTab<RecordOf<E>>;
  readonly turnTo: (tab: string) => void;
}

function TabBody<E extends DetailEndpoint, S extends string>({ of, tab, record, turnTo }: BodyProps<E, S>) {
  const { fields = [], content } = tab;
  return (
    <>
      {fields.length > 0 && <FieldList schema={of.endpoint.answer} record={record} fields={fields} />}
      {content?.(record, turnTo)}
    </>
  );
}

/** How many there are is seen before the tab is opened; its name stays its name. */
function TabLabel({ title, count }: { readonly title: string; readonly count: number }) {
  return (
    <>
      {title}
      {count > 0 && (
        <span className="tab-count" aria-hidden>
          {count}
        </span>
      )}
    </>
  );
}
