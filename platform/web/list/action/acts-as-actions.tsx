import { type ActEndpoint, type ActSet, type Acts, type Endpoint, stateOf } from "@ops/platform/contract";
import { Alert } from "antd";
import type { ReactNode } from "react";
import type { z } from "zod";
import { sendOnce } from "../../call/send-once.ts";
import { ReasonDialog, type ReasonEndpoint } from "../../dialog/ReasonDialog.tsx";
import { FormDialog, TextAreaField } from "../../form/lazy-forms.tsx";
import { type Acted, nameActs, type OfferedAct, offerActs, placeOthers } from "../offered-acts.ts";
import type { DetailAction } from "./actions.ts";
import { CallForm, type FormLook, type OfRecord, type Versioned } from "./form-action.tsx";

type Dialog<R> = (record: R, onClose: () => void) => ReactNode;
type WithBody<D> = { [N in keyof D]: D[N] extends { body: unknown } ? N : never }[keyof D];
/** An act with its own fields describes its form, with `{}` if the contract tells everything, or provides a dialog. */
type Dialogs<A extends z.ZodType, D, R> = {
  readonly [N in WithBody<D>]: FormLook<ActEndpoint<A, D[N]>, R> | Dialog<R>;
};
type AnyDialogs<R> = Readonly<Record<string, FormLook<OfRecord, R> | Dialog<R> | undefined>>;

/** A call that is no act but belongs to a move of the machine, such as an edit. */
interface MoveAction<M extends string, R> {
  readonly move: M;
  readonly needs: Endpoint;
  /** The label of the button, if the word of the state machine does not fit. */
  readonly button?: string;
  readonly when?: (record: R) => boolean;
  readonly ask: Dialog<R>;
}

/** Another action. It comes after the acts, unless it names the act before which it comes. */
type Other<M extends string, R, N> = (MoveAction<M, R> | DetailAction<R>) & { readonly before?: N };

/**
 * Makes actions from the acts on a record, for rows, drawers and pages. They are offered in the states that allow them.
 * They are plain data and no hook, so they are made once, outside of components.
 */
export function actionsOf<
  S extends string,
  M extends string,
  A extends z.ZodType,
  D extends Acts<M, z.output<Shown>>,
  B extends string,
  Shown extends z.ZodType<Acted<S, K>>,
  K extends string,
>(
  set: ActSet<S, M, A, D, B, Shown, K>,
  dialogs: Dialogs<A, D, z.output<Shown>>,
  others: readonly Other<NoInfer<M>, z.output<Shown>, keyof NoInfer<D>>[] = [],
): readonly DetailAction<z.output<Shown>>[] {
  type R = z.output<Shown>;
  const { machine, frame } = set;
  const ownDialogs: AnyDialogs<R> = Object(dialogs);

  function otherOf(other: Other<M, R, keyof D>): DetailAction<R> {
    if (!("move" in other)) return other;
    const { move, needs, button, when, ask } = other;
    return {
      label: button ?? machine.moves[move].label,
      needs,
      when: (record) => machine.can(stateOf<S, K>(record, frame.stateIn), move) && (!when || when(record)),
      ask,
    };
  }

  const acts = offerActs(set).map((offer) => [offer.name, actionOf(offer, ownDialogs[offer.name])] as const);
  return placeOthers(acts, others, otherOf);
}

type NamedActions<D, R> = { readonly [N in keyof D]: DetailAction<R> };

/** Makes the same actions by name, for a page that arranges them itself. */
export function namedActionsOf<
  S extends string,
  M extends string,
  A extends z.ZodType,
  D extends Acts<M, z.output<Shown>>,
  B extends string,
  Shown extends z.ZodType<Acted<S, K>>,
  K extends string,
>(set: ActSet<S, M, A, D, B, Shown, K>, dialogs: Dialogs<A, D, z.output<Shown>>): NamedActions<D, z.output<Shown>> {
  const ownDialogs: AnyDialogs<z.output<Shown>> = Object(dialogs);
  const acts = offerActs(set).map((offer) => [offer.name, actionOf(offer, ownDialogs[offer.name])] as const);
  return nameActs(set, acts);
}

function actionOf<R extends Versioned>(
  offer: OfferedAct<R>,
  own: FormLook<OfRecord, R> | Dialog<R> | undefined,
): DetailAction<R> {
  const { act, endpoint, button, done } = offer;
  if (typeof own === "function") return { ...button, ask: own };
  if (!own && !act.reason && !act.note) {
    const run = ({ id, version }: R) => sendOnce(endpoint, { params: { id }, body: { version } }, done);
    return act.confirm ? { ...button, confirm: act.confirm, run } : { ...button, run };
  }
  const Asked = act.reason ? AskedReason : AskedNote;
  return {
    ...button,
    ask: (record, onClose) => {
      const { danger } = button;
      const said = { endpoint, danger, done, record, onClose, title: offer.title(record), okText: offer.okText };
      const consequence = offer.consequence(record);
      return own ? (
        <CallForm look={own} {...said} consequence={consequence} />
      ) : (
        <Asked {...said} consequence={consequence} />
      );
    },
  };
}

interface Asked {
  readonly endpoint: ActEndpoint;
  readonly title: string;
  readonly okText: string;
  readonly danger: boolean;
  readonly done: string;
  readonly record: Versioned;
  readonly consequence: string;
  readonly onClose: () => void;
}

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
    <FormDialog<OfRecord> {...look} kind="modal" endpoint={endpoint} params={{ id }} record={{ version }}>
      {consequence && <Alert className="form-alert" type="info" showIcon title={consequence} />}
      <TextAreaField name="note" />
    </FormDialog>
  );
}
