import { commonErrors } from "@ops/platform/contract";
import { Drawer } from "antd";
import { type ReactNode, useState } from "react";
import { Refusal } from "../call/failures.ts";
import { confirmDiscard } from "../dialog/confirm.ts";
import { useClosing } from "../dialog/use-closing.ts";
import { useUnsavedInside } from "../shell/page/unsaved.ts";
import type { DetailEndpoint, RecordOf } from "./detail-endpoint.ts";
import { RecordInstead } from "./NotFound.tsx";
import { RecordActions } from "./RecordActions.tsx";
import type { RecordDescription } from "./record.ts";
import { type RecordAnswer, RecordTabs, Standing, useRecord } from "./record-frame.tsx";
import "./detail.css";

export interface RecordDrawerProps<E extends DetailEndpoint, S extends string> {
  readonly of: RecordDescription<E, S>;
  readonly id: string;
  readonly onClose: () => void;
  /** Of the address (`useOpened`); without it the drawer keeps its tab itself. */
  readonly tab?: string | null;
  readonly onTab?: (tab: string) => void;
  /** The answer, for a record that is not simply loaded by its id. */
  readonly answer?: RecordAnswer<RecordOf<E>>;
  /** At the right of the head. */
  readonly extra?: ReactNode;
  /** Shown where there is no such record. */
  readonly unknown?: ReactNode;
}

/**
 * One record at the side: head with number and state, actions, overview, tabs, and its log. Each record has a drawer of its own:
 * the one before it may still be sliding away when the next is opened, and would keep it hidden.
 */
export function RecordDrawer<E extends DetailEndpoint, S extends string>(props: RecordDrawerProps<E, S>) {
  return <OneRecord key={props.id} {...props} />;
}

function OneRecord<E extends DetailEndpoint, S extends string>(props: RecordDrawerProps<E, S>) {
  const { of, id, onClose, tab = null, onTab, extra, unknown } = props;
  const { drawer, close } = useClosing(onClose);
  const [ownTab, setOwnTab] = useState(tab);
  const isTyped = useUnsavedInside();
  const leave = async (go: () => void) => {
    if (!isTyped() || (await confirmDiscard())) go();
  };
  const answer = useRecord(of.endpoint, id, props.answer);
  const { data: record } = answer;
  const shown = record && { of, id, record, isPage: false };
  const title = shown ? (
    <span className="record-head">
      {of.title(shown.record)}
      <Standing {...shown} />
    </span>
  ) : (
    of.entity
  );
  return (
    <Drawer title={title} size={of.width ?? 760} extra={extra} {...drawer} onClose={() => void leave(close)}>
      {shown ? (
        <div className="record-drawer">
          {of.notice?.(shown.record)}
          <RecordActions record={shown.record} actions={of.actions ?? []} />
          <RecordTabs
            {...shown}
            tab={onTab ? tab : ownTab}
            onTab={(next) => void leave(() => (onTab ?? setOwnTab)(next))}
          />
        </div>
      ) : (
        (isUnknown(answer.error) && unknown) || <RecordInstead answer={answer} />
      )}
    </Drawer>
  );
}

const isUnknown = (error: Error | null) =>
  error instanceof Refusal && error.msgCode === commonErrors.notFound().msgCode;

type OwnProps = Omit<RecordDrawerProps<DetailEndpoint, string>, "of">;

/** The drawer of one kind of record, to be loaded when it is opened. */
export function drawerOf<E extends DetailEndpoint, S extends string>(of: RecordDescription<E, S>) {
  return function DrawerOfRecord(props: Pick<OwnProps, "id" | "onClose" | "tab" | "onTab">) {
    return <RecordDrawer of={of} {...props} />;
  };
}
