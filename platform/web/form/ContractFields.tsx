import { Form } from "antd";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { FormContext } from "./form-context.ts";
import type { ContractForm } from "./use-contract-form.ts";
import "./form.css";

interface Props {
  readonly form: ContractForm;
  /** The id of the form element: a button elsewhere submits it. */
  readonly id: string;
  readonly children: ReactNode;
}

/** The form element around the fields. */
export function ContractFields({ form, id, children }: Props) {
  return (
    <FormContext value={form.scope}>
      <Form
        name={id}
        form={form.form}
        layout="vertical"
        className="contract-form"
        requiredMark
        initialValues={form.start}
        validateTrigger="onBlur"
        onValuesChange={form.changed}
        onKeyDown={takeDay}
        onSubmitCapture={(event) => event.preventDefault()}
        onFinish={form.submit}
        onFinishFailed={() => form.submit()}
      >
        {children}
      </Form>
    </FormContext>
  );
}

/** Enter takes the day that was typed into a calendar; it does not send the form as well. */
function takeDay(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target } = event;
  if (key === "Enter" && target instanceof Element && target.closest(".ant-picker")) event.preventDefault();
}

/** Ids of React contain characters that selectors do not take. */
export function useFormId(): string {
  return `form-${useId().replace(/\W/g, "")}`;
}

/** Focuses the first field that can be edited, unless the user has already focused one. */
export function focusFirst(formId: string): void {
  const form = document.getElementById(formId);
  if (!form || form.contains(document.activeElement)) return;
  const fields = [...form.querySelectorAll<HTMLElement>("input, textarea, button[role=switch]")];
  fields.find((field) => !field.matches(":disabled, [readonly]"))?.focus({ preventScroll: true });
}
