import type { AnswerOf, BodyInputOf, BodyOf, CallInput, Endpoint } from "@ops/platform/contract";
import { Form, type FormInstance } from "antd";
import { useState } from "react";
import { flushSync } from "react-dom";
import { CallFailure } from "../call/failures.ts";
import { refreshAround } from "../call/refresh.ts";
import { tellRefusal } from "../call/tell.ts";
import { useCall } from "../call/use-call.ts";
import { useSessionStore } from "../session/session-store.ts";
import { feedback } from "../shell/feedback.ts";
import { useUnsaved } from "../shell/page/unsaved.ts";
import { type Conflict, conflictIn, latestValues } from "./conflict.ts";
import { fieldNamedBy } from "./field-refusal.ts";
import type { FormScope, KnownField } from "./form-context.ts";
import type { FormEndpoint } from "./form-endpoint.ts";
import { bodyOf, type FieldFault, type FormValues, faultsOf, findClosedFields, sameBody } from "./form-schema.ts";

/** The purpose of a form. */
export type FormJob<E extends FormEndpoint> = {
  readonly endpoint: E;
  /** The initial values. Its `version` is sent with the body. */
  readonly record?: Partial<BodyInputOf<E>>;
  /** Values of the body that no field shows. */
  readonly fixed?: Partial<BodyInputOf<E>>;
  /** Message after success. */
  readonly done?: string;
  readonly refreshes?: readonly Endpoint[];
  /** Refusals of the endpoint, by `msgCode`, that are about one field: they stay beside it. */
  readonly refusals?: Readonly<Record<string, keyof BodyInputOf<E> & string>>;
  /** What the answer says of fields that it names or writes otherwise than the body, to compare both in a conflict. */
  readonly reads?: (latest: AnswerOf<E>) => Partial<BodyInputOf<E>>;
  readonly onDone?: (answer: AnswerOf<E>) => void;
  /** Asks about what is typed before it is sent; a no leaves the form as it is. */
  readonly confirms?: (body: BodyOf<E>) => Promise<boolean>;
} & Pick<CallInput<E>, "params">;

export interface ContractForm {
  readonly form: FormInstance;
  readonly scope: FormScope;
  readonly start: FormValues;
  readonly dirty: boolean;
  readonly pending: boolean;
  readonly offline: boolean;
  readonly conflict: Conflict | null;
  /** For antd's `onValuesChange`. */
  changed(changed: FormValues): void;
  submit(): Promise<void>;
  takeLatest(): void;
  keepMine(): void;
}

/**
 * A form for the body of an endpoint. It checks by the contract, sends once, and keeps the typed values whatever
 * happens.
 */
export function useContractForm<E extends FormEndpoint>(job: FormJob<E>): ContractForm {
  const { endpoint, done, refreshes, onDone } = job;
  const schema = endpoint.body;
  const [form] = Form.useForm();
  const [fields] = useState(() => new Map<string, KnownField>());
  const [uploads] = useState(() => new Set<Promise<boolean>>());
  const [isWaiting, setWaiting] = useState(false);
  const [base, setBase] = useState<FormValues>(() => ({ ...job.record }));
  const [dirty, setDirty] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const caller = useCall(endpoint, { silent: true, ...(done ? { done } : {}), ...(refreshes ? { refreshes } : {}) });
  const closed = findClosedFields(schema, useSessionStore(({ user }) => user?.fieldModes) ?? {});
  useUnsaved(dirty);

  const typed = (): FormValues => ({ ...base, ...form.getFieldsValue(true), version: base.version, ...job.fixed });

  function changed(values: FormValues): void {
    form.setFields(Object.keys(values).map((name) => ({ name, errors: [] })));
    setDirty(!sameBody(schema, { ...base, ...job.fixed }, typed()));
  }

  function put(values: FormValues): void {
    form.setFieldsValue(values);
    changed(values);
  }

  async function submit(): Promise<void> {
    if (caller.pending || isWaiting) return; // Enter while it is being sent
    if (uploads.size > 0 && !(await haveArrived())) return; // failures are shown beside their file
    const body = omitFields(bodyOf(schema, typed()), closed);
    const faults = faultsOf(schema, body, fields);
    if (faults.length > 0) return showFaults(form, fields, faults);
    if (job.confirms && !(await job.confirms(schema.parse(body) as BodyOf<E>))) return; // it was checked just now
    try {
      const input: unknown = { params: job.params, body };
      const answer = await caller.call(input as CallInput<E>); // the body was checked against the schema just now
      if (answer.success) return finish(answer.data);
      const named = job.refusals?.[answer.msgCode] ?? fieldNamedBy(answer, fields);
      if (named) return showFaults(form, fields, [{ name: [named], errors: [answer.msg] }]);
      const reads = job.reads as ((latest: FormValues) => FormValues) | undefined; // the server made it by this schema
      const known = { schema: endpoint.answer, names: [...fields.keys()], base, mine: typed(), reads };
      const found = conflictIn(answer, known);
      if (!found) return tellRefusal(answer, {});
      setConflict(found);
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown; // a failed call has already shown its error
    }
  }

  /** Waits for files that are being uploaded, because a user who presses the button wants them included. */
  async function haveArrived(): Promise<boolean> {
    setWaiting(true);
    const arrived = await Promise.all(uploads);
    setWaiting(false);
    return arrived.every(Boolean);
  }

  function finish(answer: AnswerOf<E>): void {
    flushSync(() => setDirty(false)); // nothing is unsaved any more, should onDone leave the page
    onDone?.(answer);
  }

  /** Makes the latest record the new start of the form; with `values` also what it shows. */
  function resolve(values: FormValues | null): void {
    if (!conflict) return;
    if (values) form.setFieldsValue(values);
    refreshAround(endpoint);
    setBase(conflict.latest);
    setDirty(values === null);
    setConflict(null);
  }

  const pending = caller.pending || isWaiting;
  return {
    form,
    scope: { schema, endpoint, record: base, fields, uploads, pending, put },
    start: base,
    dirty,
    pending,
    offline: caller.offline,
    conflict,
    changed,
    submit,
    takeLatest: () => resolve(conflict && latestValues([...fields.keys()], conflict)),
    keepMine: () => resolve(null),
  };
}

function omitFields(body: FormValues, names: ReadonlySet<string>): FormValues {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)));
}

function showFaults(form: FormInstance, fields: Map<string, KnownField>, faults: FieldFault[]): void {
  form.setFields(faults);
  const visible = faults.find(({ name }) => fields.has(String(name[0])));
  if (visible) form.scrollToField(visible.name, { block: "center", focus: true });
  else feedback.message.error(faults[0]?.errors[0] ?? "填写的内容有误");
}
