import type { AnswerOf, BodyInputOf, idParams } from "@ops/platform/contract";
import { isValidElement, type ReactNode } from "react";
import { partMasks } from "./conflict.ts";
import { FormDialog } from "./FormDialog.tsx";
import { type FormEndpoint, type FormKey, formKeys } from "./form-endpoint.ts";
import type { FormValues } from "./form-schema.ts";
import { type FieldSpecial, lookAt } from "./KeyedFields.tsx";

type EditEndpoint = FormEndpoint & { readonly params: typeof idParams };
type Name<C extends FormEndpoint, E extends FormEndpoint> = FormKey<C> | FormKey<E>;

interface Props<C extends FormEndpoint, E extends EditEndpoint> {
  /** The name of a record, such as 车系. */
  readonly entity: string;
  readonly create: C;
  readonly edit: E;
  /** The one to edit, or null for a new one. */
  readonly record: (object & { readonly id: string }) | null;
  /** Beside the title: how people call the record, or where a new one belongs to. */
  readonly name?: string | undefined;
  /** The initial values of a new record, and values without a field. */
  readonly start?: Partial<BodyInputOf<C>>;
  readonly fixed?: Partial<BodyInputOf<C>>;
  /** The initial values of an edit, if they differ from those of the record. */
  readonly stored?: Partial<BodyInputOf<E>>;
  /** The fields in their order; one that only the other of the two calls takes is left out. Without it: all that they take. */
  readonly fields?: readonly Name<C, E>[];
  /** What is special about a field, by its name. */
  readonly special?: { readonly [K in Name<C, E>]?: FieldSpecial };
  readonly refusals?: Readonly<Record<string, Name<C, E>>>;
  readonly kind?: "drawer" | "modal";
  readonly width?: number;
  /** The title, instead of 新增 or 编辑 with the name of the record. */
  readonly title?: string;
  readonly okText?: string;
  /** Messages after 新增 and 编辑. */
  readonly done?: readonly [created: string, edited: string];
  readonly onCreated?: (answer: AnswerOf<C>) => void;
  readonly onEdited?: (answer: AnswerOf<E>) => void;
  readonly onClose: () => void;
  /** Content above the fields. */
  readonly children?: ReactNode;
}

/** One form to create and to edit a record. Both have the same fields by key. */
export function RecordForm<C extends FormEndpoint, E extends EditEndpoint>(props: Props<C, E>) {
  const { entity, create, edit, record, name, start, fixed, stored, done, ...others } = props;
  const { onCreated, onEdited, special, fields = formKeys(create, edit, fixed), ...look } = others;
  const [created, edited] = done ?? ["新增成功！", "修改成功！"];
  const { body }: FormEndpoint = record ? edit : create;
  const rest = { kind: "modal" as const, ...look, fields: fields.filter((field) => field in body.shape) };
  const about = name ? ` · ${name}` : "";
  if (!record) {
    const given = { ...(start ? { record: start } : {}), ...(fixed ? { fixed } : {}) };
    const job = { ...given, endpoint: create, title: `新增${entity}${about}`, done: created };
    const onDone = (answer: unknown) => onCreated?.(answer as AnswerOf<C>); // it is what `create` answers
    return <FormDialog<FormEndpoint> {...job} onDone={onDone} special={special ?? {}} {...rest} />;
  }
  const { known, masks } = partMasks(edit.answer, record);
  const job = { endpoint: edit, params: { id: record.id }, record: { ...known, ...stored } };
  return (
    <FormDialog<EditEndpoint>
      {...job}
      title={`编辑${entity}${about}`}
      done={edited}
      onDone={(answer) => onEdited?.(answer as AnswerOf<E>)} // it is what `edit` answers
      special={showMasks(special ?? {}, masks)}
      {...rest}
    />
  );
}

type Specials = Readonly<Record<string, FieldSpecial | undefined>>;

/** Shows the mask as a placeholder, unless the form has another one. */
function showMasks(special: Specials, masks: FormValues): Specials {
  const looks = Object.entries(masks).flatMap(([name, mask]) => {
    const said = special[name];
    if (!mask || said === null || isValidElement(said)) return [];
    return [[name, { placeholder: `${mask}，不修改请留空`, ...lookAt(said) }] as const];
  });
  return { ...special, ...Object.fromEntries(looks) };
}
