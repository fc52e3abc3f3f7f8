import type { CallInput, idParams, StateMachine } from "@ops/platform/contract";
import { Drawer, Tabs } from "antd";
import { type ReactNode, useState } from "react";
import { useEndpoint } from "../call/use-query.ts";
import { useClosing } from "../dialog/use-closing.ts";
import { StateTag } from "../dict/StateTag.tsx";
import type { Tone } from "../dict/tones.ts";
import type { PageAction } from "../list/actions.ts";
import { LogsView } from "../logs/logs-view.ts";
import { useMay } from "../session/use-session.ts";
import { DrawerActions } from "./DrawerActions.tsx";
import type { DetailEndpoint, RecordOf } from "./detail-endpoint.ts";
import { type DetailField, FieldList } from "./FieldList.tsx";
import { RecordInstead } from "./NotFound.tsx";
import "./detail.css";

interface RecordTab<R> {
  readonly title: string;
  /** Shown only to those who may call it. */
  readonly needs?: Parameters<ReturnType<typeof useMay>>[0];
  /** A key shows the field as the contract describes it. */
  readonly fields?: readonly ((keyof R & string) | DetailField<R>)[];
  /** Anything else, under the fields. */
  readonly content?: (record: R) => ReactNode;
}

type RecordEndpoint = DetailEndpoint & { readonly params: typeof idParams };

interface RecordDescription<E extends RecordEndpoint, S extends string> {
  readonly endpoint: E;
  /** What the record is called while it loads. */
  readonly entity: string;
  readonly title: (record: RecordOf<E>) => string;
  readonly number?: (record: RecordOf<E>) => string;
  readonly machine?: StateMachine<S>;
  readonly tones?: Partial<Record<S, Tone>>;
  /** What else stands beside the state. */
  readonly tags?: (record: RecordOf<E>) => ReactNode;
  /** What has to be known before anything else, above the tabs. */
  readonly notice?: (record: RecordOf<E>) => ReactNode;
  readonly actions?: readonly PageAction<RecordOf<E>>[];
  readonly tabs: readonly RecordTab<RecordOf<E>>[];
  /** What the tab of its log is called, where it is not 操作日志. */
  readonly logs?: string;
  readonly width?: number;
}

/** `const contractRecord = recordOf({ endpoint: getContract, … })`, once, outside of components. */
export function recordOf<E extends RecordEndpoint, S extends string = never>(
  description: RecordDescription<E, S>,
): RecordDescription<E, S> {
  return description;
}

interface Props<E extends RecordEndpoint, S extends string> {
  readonly of: RecordDescription<E, S>;
  readonly id: string;
  readonly onClose: () => void;
}

/** One record at the side: head with number and state, actions, tabs, and its log. */
export function RecordDrawer<E extends RecordEndpoint, S extends string>({ of, id, onClose }: Props<E, S>) {
  const { drawer } = useClosing(onClose);
  const input: unknown = { params: { id } };
  const answer = useEndpoint(of.endpoint, input as CallInput<E>, { silent: true });
  const record = answer.data as RecordOf<E> | undefined;
  return (
    <Drawer title={record ? <Head of={of} record={record} /> : of.entity} size={of.width ?? 760} {...drawer}>
      {record ? <Body of={of} id={id} record={record} /> : <RecordInstead answer={answer} />}
    </Drawer>
  );
}

interface Shown<E extends RecordEndpoint, S extends string> {
  readonly of: RecordDescription<E, S>;
  readonly record: RecordOf<E>;
}

function Head<E extends RecordEndpoint, S extends string>({ of, record }: Shown<E, S>) {
  const { title, number, machine, tones = {}, tags } = of;
  const state = typeof record === "object" && record !== null && "state" in record ? record.state : null;
  return (
    <span className="record-head">
      {title(record)}
      {number && <small>{number(record)}</small>}
      {machine && state !== null && <StateTag machine={machine} state={state as S} tones={tones} />}
      {tags?.(record)}
    </span>
  );
}

const LOGS = "操作日志";

function Body<E extends RecordEndpoint, S extends string>({ of, id, record }: Shown<E, S> & { readonly id: string }) {
  const may = useMay();
  const [chosen, setChosen] = useState<string>();
  const { endpoint, actions = [], notice, logs: logsTitle = LOGS } = of;
  const tabs = of.tabs
    .filter(({ needs }) => !needs || may(needs))
    .map(({ title, fields = [], content }) => ({
      key: title,
      label: title,
      children: (
        <>
          {fields.length > 0 && (
            <FieldList
              schema={endpoint.answer}
              record={record}
              fields={fields.map((field) => (typeof field === "object" ? field : { show: field }))}
            />
          )}
          {content?.(record)}
        </>
      ),
    }));
  const logs = endpoint.record && {
    key: logsTitle,
    label: logsTitle,
    children: <LogsView bizType={endpoint.record} bizId={id} />,
  };
  return (
    <>
      <DrawerActions record={record} actions={actions} />
      {notice?.(record)}
      <Tabs items={logs ? [...tabs, logs] : tabs} {...(chosen ? { activeKey: chosen } : {})} onChange={setChosen} />
    </>
  );
}
