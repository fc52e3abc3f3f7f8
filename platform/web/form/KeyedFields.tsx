import { Fragment, isValidElement, type ReactElement, type ReactNode } from "react";
import { type FieldProps, FormField } from "./FormField.tsx";
import { allFields, type Choice } from "./fields.tsx";
import type { FormEndpoint } from "./form-endpoint.ts";
import { choicesOf } from "./input/choices.ts";
import { controlKind } from "./input/control-kind.ts";
import type { SearchOption } from "./input/SearchSelect.tsx";

/** What the contract does not tell about a field. */
export interface FieldLook extends Omit<FieldProps, "name"> {
  /** Choices that the page knows. */
  readonly options?: readonly Choice<string | number>[];
  readonly loading?: boolean;
  /** A control of its own, which takes `value` and `onChange`. */
  readonly control?: ReactNode;
  /** How its value reads where two versions are compared. */
  readonly show?: (value: unknown) => ReactNode;
  readonly placeholder?: string;
  /** The number of lines of a text: 1 for a wide but short one, several if the limit does not tell. */
  readonly rows?: number;
  /** Behind a number. */
  readonly unit?: string;
  readonly precision?: number;
  /** Which record must not be offered by a reference. */
  readonly except?: string;
  /** Names of present references, if the answer does not give them beside the ids. */
  readonly known?: readonly SearchOption[];
  /** The place beside it stays empty. */
  readonly alone?: boolean;
  /** Content below the field. */
  readonly after?: ReactNode;
}

/** A string is a hint, an element replaces the field, null leaves it out, and `false` means nothing. */
export type FieldSpecial = string | boolean | null | FieldLook | ReactElement;

interface Props {
  readonly body: FormEndpoint["body"];
  readonly names: readonly string[];
  readonly special: Readonly<Record<string, FieldSpecial | undefined>>;
}

/**
 * Shows fields by the keys of a body. Label, limit, words and control come from the contract, and `special` gives the
 * rest by key.
 */
export function KeyedFields({ body, names, special }: Props) {
  return names
    .filter((name) => special[name] !== null)
    .map((name) => <KeyedField key={name} body={body} name={name} special={special[name]} />);
}

interface KeyedProps {
  readonly body: FormEndpoint["body"];
  readonly name: string;
  readonly special: FieldSpecial | undefined;
}

function KeyedField({ body, name, special }: KeyedProps) {
  if (isValidElement(special)) return special;
  const { alone = false, after, ...look } = lookAt(special);
  return (
    <Fragment>
      <Control body={body} name={name} look={look} />
      {alone && <span />}
      {after}
    </Fragment>
  );
}

export function lookAt(special: Exclude<FieldSpecial, ReactElement> | undefined): FieldLook {
  if (typeof special === "string") return { hint: special };
  return typeof special === "object" && special !== null ? special : {};
}

function Control({ body, name, look }: { body: KeyedProps["body"]; name: string; look: FieldLook }) {
  const { options, control, ...said } = look;
  const field = { ...said, name };
  const asked = controlKind(body, name);
  const { SelectField, DictField, RefField, DayField, SwitchField, MoneyField, NumberField, TextAreaField, TextField } =
    allFields;
  if (control) return <FormField {...field}>{control}</FormField>;
  if (options) return <SelectField {...field} options={options} multiple={asked.multiple} />;
  switch (asked.kind) {
    case "words":
      return <SelectField {...field} options={choicesOf(asked.words)} multiple={asked.multiple} />;
    case "dict":
      return <DictField {...field} />;
    case "ref":
      return <RefField {...field} />;
    case "day":
      return <DayField {...field} />;
    case "flag":
      return <SwitchField {...field} />;
    case "fen":
      return <MoneyField {...field} />;
    case "number":
      return <NumberField {...field} {...asked.bounds} />;
    default:
      return (look.rows ?? (asked.kind === "longText" ? 3 : 1)) > 1 ? (
        <TextAreaField {...field} />
      ) : (
        <TextField {...field} />
      );
  }
}
