import { Form, type FormItemProps } from "antd";
import { cloneElement, isValidElement, type ReactNode } from "react";
import { showValue } from "../list/column/show-value.ts";
import { useSessionStore } from "../session/session-store.ts";
import { useAnnounced, useFormScope } from "./form-context.ts";
import { type FieldFacts, factsOf, faultOf } from "./form-schema.ts";

/** The properties of every field in a form. All but the name have defaults from the contract. */
export interface FieldProps<N extends string = string> {
  readonly name: N;
  readonly label?: string;
  readonly hint?: ReactNode;
  /** Both columns wide. */
  readonly full?: boolean;
  readonly disabled?: boolean;
  /** Where the field alone does not tell: it depends on another one, or is never empty. */
  readonly required?: boolean;
}

interface Props extends FieldProps {
  readonly show?: (value: unknown) => ReactNode;
  readonly item?: FormItemProps;
  readonly children: ReactNode | ((facts: FieldFacts) => ReactNode);
}

/** One field: label, required mark and rule read from the body of the endpoint. */
export function FormField({ name, label, hint, full = false, required, show = showValue, item, children }: Props) {
  const { schema } = useFormScope();
  const facts = factsOf(schema, name);
  const mode = useSessionStore(({ user }) => user?.fieldModes?.[facts.ruled ?? ""]) ?? "EDIT";
  const isClosed = mode !== "EDIT";
  const title = label ?? facts.label;
  useAnnounced(name, title, show);

  const check = async (_rule: unknown, value: unknown) => {
    const fault = faultOf(schema, name, value, title);
    if (fault) throw new Error(fault);
  };

  if (mode === "HIDE") return null;
  const told = isClosed ? "您没有修改该字段的权限" : hint;
  const control = typeof children === "function" ? children(facts) : children;
  return (
    <Form.Item
      name={name}
      label={title}
      required={!isClosed && (required ?? facts.required)}
      rules={isClosed ? [] : [{ validator: check }]}
      className={full ? "form-full" : ""}
      {...(told ? { extra: told } : {})}
      {...item}
    >
      {isClosed && isValidElement<{ disabled?: boolean }>(control)
        ? cloneElement(control, { disabled: true })
        : control}
    </Form.Item>
  );
}
