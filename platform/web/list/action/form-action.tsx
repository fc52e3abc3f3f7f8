import type { BodyInputOf, idParams } from "@ops/platform/contract";
import { Alert } from "antd";
import type { FormDialogProps } from "../../form/FormDialog.tsx";
import type { FormEndpoint } from "../../form/form-endpoint.ts";
import { FormDialog } from "../../form/lazy-forms.tsx";
import type { AskingAction } from "./actions.ts";

/** A call on one record with a body from a form. */
export type OfRecord<E = FormEndpoint> = E & { readonly params: typeof idParams };

/** A record as every call on it has to know it. */
export interface Versioned {
  readonly id: string;
  readonly version: number;
}

/** How the form of a call differs from what its contract tells. */
export interface FormLook<E extends FormEndpoint, R>
  extends Pick<FormDialogProps<E>, "kind" | "width" | "refusals" | "onDone"> {
  /** The keys of the body in their order; all of them without this. */
  readonly fields?: readonly (keyof BodyInputOf<E> & string)[];
  /** The initial values of the fields. */
  readonly start?: (record: R) => Partial<BodyInputOf<E>>;
  /** What is special about the fields. It is a hook, because choices may have to be loaded. */
  readonly useSpecial?: (record: R) => FormDialogProps<E>["special"];
}

/** The texts of the dialog of a call, and its record. */
interface Said<R> {
  readonly endpoint: OfRecord;
  readonly title: string;
  readonly okText: string;
  readonly danger: boolean;
  readonly done: string;
  readonly record: R;
  readonly consequence: string;
  readonly onClose: () => void;
}

interface CallFormProps<R> extends Said<R> {
  readonly look: FormLook<OfRecord, R>;
}

/** Asks for the body of a call on one record, by the keys of the body. */
export function CallForm<R extends Versioned>({ look, record, consequence, ...said }: CallFormProps<R>) {
  const { start, useSpecial = nothingSpecial, fields = Object.keys(said.endpoint.body.shape), ...form } = look;
  const special = useSpecial(record);
  return (
    <FormDialog<OfRecord>
      kind="modal"
      {...form}
      {...said}
      params={{ id: record.id }}
      record={{ version: record.version, ...start?.(record) }}
      fields={fields.filter((field) => field !== "version")}
      {...(special ? { special } : {})}
    >
      {consequence && <Alert className="form-alert" type="info" showIcon title={consequence} />}
    </FormDialog>
  );
}

const nothingSpecial = () => undefined;

interface FormAction<E extends FormEndpoint, R> extends FormLook<E, R> {
  readonly label: string;
  readonly needs: OfRecord<E>;
  readonly when?: (record: R) => boolean;
  /** Why it cannot be done with this record now, although it is offered. */
  readonly refuse?: (record: R) => string | null;
  readonly danger?: boolean;
  /** Its dialog warns although its button does not. */
  readonly warns?: boolean;
  /** What it leads to, where the fields do not tell. */
  readonly consequence?: string;
  /** What its dialog calls the record. */
  readonly number: (record: R) => string;
  readonly okText?: string;
  readonly done?: string;
}

/** A call on one record that is no act of its machine, with its button and its form. */
export function formAction<E extends FormEndpoint, R extends Versioned>(action: FormAction<E, R>): AskingAction<R> {
  const {
    label,
    needs,
    when,
    refuse,
    danger = false,
    warns = danger,
    consequence = "",
    number,
    okText = "保存",
    done = "",
    ...own
  } = action;
  const look: unknown = own;
  return {
    label,
    needs,
    danger,
    ...(when ? { when } : {}),
    ...(refuse ? { refuse } : {}),
    ask: (record, onClose) => (
      <CallForm
        look={look as FormLook<OfRecord, R>} // its keys are those of the endpoint
        endpoint={needs}
        title={`${label} · ${number(record)}`}
        okText={okText}
        danger={warns}
        done={done}
        record={record}
        consequence={consequence}
        onClose={onClose}
      />
    ),
  };
}

/** The same for the calls of one kind of record: what all of them have in common is said once. */
export function formActionsOf<R extends Versioned>(common: Pick<FormAction<FormEndpoint, R>, "number" | "refuse">) {
  return <E extends FormEndpoint>(action: Omit<FormAction<E, R>, "number">) =>
    formAction<E, R>({ ...common, ...action });
}
