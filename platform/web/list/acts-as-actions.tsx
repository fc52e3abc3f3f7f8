import {
  type ActEndpoint,
  type ActSet,
  type Acts,
  type Endpoint,
  type idParams,
  type Moved,
  stateOf,
} from "@ops/platform/contract";
import { Alert } from "antd";
import type { ReactNode } from "react";
import type { z } from "zod";
import { sendOnce } from "../call/send-once.ts";
import { ReasonDialog, type ReasonEndpoint } from "../dialog/ReasonDialog.tsx";
import type { FormEndpoint } from "../form/form-endpoint.ts";
import { FormDialog, TextAreaField } from "../form/lazy-forms.tsx";
import type { PageAction } from "./actions.ts";

type Dialog<R> = (record: R, onClose: () => void) => ReactNode;
type WithBody<D> = { [N in keyof D]: D[N] extends { body: unknown } ? N : never }[keyof D];
/** An act that asks for fields of its own needs a dialog that shows them. */
type Dialogs<D, R> = { readonly [N in WithBody<D>]: Dialog<R> };

/** A call that is no act but belongs to a move of the machine, such as an edit. */
interface MoveAction<M extends string, R> {
  readonly move: M;
  readonly needs: Endpoint;
  /** Label of the button, where the machine's own word does not fit. */
  readonly button?: string;
  readonly when?: (record: R) => boolean;
  readonly ask: Dialog<R>;
}

/** What a record must tell where an act is not for the first of two persons. */
type Acted<S extends string> = Moved<S> & { readonly isOwn?: boolean };

/**
 * What can be done with a record, for rows, drawers and pages alike: offered in the states that allow it. It is plain data
 * and no hook, so it is made once, outside of components.
 */
export function actionsOf<
  S extends string,
  M extends string,
  A extends z.ZodType<Acted<S>>,
  D extends Acts<M, z.output<A>>,
  B extends string,
>(
  set: ActSet<S, M, A, D, B>,
  dialogs: Dialogs<D, z.output<A>>,
  others: readonly MoveAction<NoInfer<M>, z.output<A>>[] = [],
): readonly PageAction<z.output<A>>[] {
  type R = z.output<A>;
  const { machine, frame } = set;
  const ownDialogs: Readonly<Record<string, Dialog<R> | undefined>> = dialogs;
  const acts = Object.entries(set.acts) as [M, Acts<string, R>[string]][];
  const endpoints: Readonly<Record<string, ActEndpoint>> = set.endpoints;

  function actionOf(name: M, act: NonNullable<Acts<string, R>[string]>): PageAction<R>[] {
    const endpoint = endpoints[name];
    if (!endpoint) return [];
    const { label } = machine.moves[name];
    const shown = {
      label: act.button ?? label,
      needs: endpoint,
      danger: act.danger ?? false,
      when: (record: R) =>
        machine.can(stateOf<S>(record), name) && !(act.byOther && record.isOwn) && (!act.when || act.when(record)),
    };
    const ask = ownDialogs[name];
    if (ask) return [{ ...shown, ask }];
    const done = act.done ?? `${label}成功！`;
    if (!act.reason && !act.note) {
      const run = ({ id, version }: R) => sendOnce(endpoint, { params: { id }, body: { version } }, done);
      return [act.confirm ? { ...shown, confirm: act.confirm, run } : { ...shown, run }];
    }
    const Asked = act.reason ? AskedReason : AskedNote;
    return [
      {
        ...shown,
        ask: (record, onClose) => (
          <Asked
            endpoint={endpoint}
            title={act.title?.(record) ?? `${label}${machine.entity} · ${String(record[frame.number])}`}
            okText={shown.label}
            danger={shown.danger}
            done={done}
            record={record}
            consequence={act.consequence?.(record) ?? ""}
            onClose={onClose}
          />
        ),
      },
    ];
  }

  const made = acts.flatMap(([name, act]) => (act ? actionOf(name, act) : []));
  const more = others.map(
    ({ move, needs, button, when, ask }): PageAction<R> => ({
      label: button ?? machine.moves[move].label,
      needs,
      when: (record) => machine.can(stateOf<S>(record), move) && (!when || when(record)),
      ask,
    }),
  );
  return [...made, ...more];
}

interface Asked {
  readonly endpoint: ActEndpoint;
  readonly title: string;
  readonly okText: string;
  readonly danger: boolean;
  readonly done: string;
  readonly record: Moved;
  readonly consequence: string;
  readonly onClose: () => void;
}

type OfRecord<E> = E & { readonly params: typeof idParams };

function AskedReason({ endpoint, record: { id, version }, consequence, ...look }: Asked) {
  return (
    <ReasonDialog<OfRecord<ReasonEndpoint>>
      {...look}
      endpoint={endpoint as unknown as OfRecord<ReasonEndpoint>}
      params={{ id }}
      version={version}
      {...(consequence ? { consequence } : {})}
    />
  );
}

function AskedNote({ endpoint, record: { id, version }, consequence, ...look }: Asked) {
  return (
    <FormDialog<OfRecord<FormEndpoint>> {...look} kind="modal" endpoint={endpoint} params={{ id }} record={{ version }}>
      {consequence && <Alert className="form-alert" type="info" showIcon title={consequence} />}
      <TextAreaField name="note" />
    </FormDialog>
  );
}
