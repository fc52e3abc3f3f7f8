import type { AnswerOf, CallInput, Endpoint, WriteEndpoint } from "@ops/platform/contract";
import { Alert } from "antd";
import type { z } from "zod";
import { FormDialog, TextAreaField } from "../form/lazy-forms.tsx";

/** An action that wants to know why: its body is the reason and the version of the record. */
export type ReasonEndpoint = WriteEndpoint & {
  readonly body: z.ZodObject<{ reason: z.ZodType<string, string>; version: z.ZodType<number, number> }>;
  readonly answer: z.ZodType;
};

type Props<E extends ReasonEndpoint> = Pick<CallInput<E>, "params"> & {
  readonly title: string;
  readonly endpoint: E;
  readonly version: number;
  /** The consequence of the action, shown before the field for the reason. */
  readonly consequence?: string;
  readonly danger?: boolean;
  readonly okText?: string;
  readonly done?: string;
  readonly refreshes?: readonly Endpoint[];
  readonly onDone?: (answer: AnswerOf<E>) => void;
  readonly onClose: () => void;
};

/** Asks for the reason of an action and performs it. */
export function ReasonDialog<E extends ReasonEndpoint>({
  version,
  consequence,
  danger = false,
  onDone,
  ...rest
}: Props<E>) {
  return (
    <FormDialog<ReasonEndpoint>
      okText="确定"
      {...rest}
      kind="modal"
      danger={danger}
      record={{ version }}
      onDone={(answer) => onDone?.(answer as AnswerOf<E>)}
    >
      {consequence && <Alert className="form-alert" type={danger ? "warning" : "info"} showIcon title={consequence} />}
      <TextAreaField name="reason" rows={4} />
    </FormDialog>
  );
}
