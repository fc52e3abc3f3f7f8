import { z } from "zod";
import { type Access, endpoint } from "../endpoint.ts";
import type { BusinessError } from "../errors.ts";
import type { RecordPage } from "../page-data.ts";
import { withMeta } from "../value/field-meta.ts";
import { recordId } from "../value/fields.ts";

interface RefLook {
  /** The Chinese name of a record of this kind. */
  readonly entity: string;
  /** What people may type to find one. */
  readonly hint: string;
  /** Where a record is shown, by `{id}` and `{name}` or by what its page carries, and the code without which it stays closed. */
  readonly page?: { readonly address: `/${string}` | RecordPage; readonly needs: Access };
  /** The key of its records, if it is not one of our ids, such as the code of a city. */
  readonly id?: z.ZodString;
}

/**
 * A kind of record that records of any module point at. Its owner publishes on the server how one is found, named and guarded
 * (`refs` of the module); forms, filters, cells, sheets, imports and the log follow from the kind in the schema (decision 0039).
 */
export interface RefKind<K extends string = string> extends RefLook {
  readonly kind: K;
}

const declared = new Map<string, RefKind>();

/** Every kind of all contracts that are loaded. */
export const refKinds: ReadonlyMap<string, RefKind> = declared;

export function refKind<const K extends string>(kind: K, look: RefLook): RefKind<K> {
  const made = { kind, ...look };
  declared.set(kind, made);
  return made;
}

interface RefWords {
  /** The message for a value that cannot be a choice. */
  readonly message?: string;
  /** Answers a record that must not be chosen here, where the words of its owner do not fit. */
  readonly refused?: () => BusinessError;
  /**
   * Whether the service checks the choice itself, because its messages tell more than the kernel's. The field is still
   * chosen and named like others.
   */
  readonly checkedBy?: "service";
}

const refusals = new Map<string, () => BusinessError>();

/** The refusals that fields have instead of the usual one, by the code in their meta data. */
export function refusalOfField(msgCode: string | null): BusinessError | null {
  return refusals.get(msgCode ?? "")?.() ?? null;
}

/** Declares a reference to a record of the kind. The owner of the kind decides which records may be chosen. */
export function ref({ kind, id }: RefKind, label: string, words: RefWords = {}): z.ZodUUID {
  const { message, refused, checkedBy } = words;
  const told = refused?.().msgCode;
  if (told && refused) refusals.set(told, refused);
  const meta = { label, ref: kind, ...(told ? { refused: told } : {}), ...(checkedBy ? { checkedBy } : {}) };
  return (id?.meta(meta) ?? withMeta(z.uuid(message ?? `请选择${label}！`), meta)) as z.ZodUUID; // a code is checked like an id
}

/**
 * Declares a reference that has its own picker and rule, such as the leader of an organisation. The kind is used only
 * for names in the log, and gives nobody the right to search the kind.
 */
export function pointer({ kind }: RefKind, label: string): z.ZodUUID {
  return recordId.meta({ label, points: kind });
}

/** The name of the record that the field `by` points at, as answers carry it beside the id; its cell leads to the record. */
export function refName(kind: RefKind, by: string, label: string) {
  return withMeta(z.string(), { label, names: kind.kind, by });
}

/** Does the same for a field with several references, in their order. */
export function refNameList(kind: RefKind, by: string, label: string) {
  return withMeta(z.array(z.string()), { label, names: kind.kind, by });
}

/** A record that may be chosen. */
export const RefChoice = z.object({
  id: z.string(),
  name: z.string(),
  /** The number by which people know the record, besides its name. */
  no: z.string().nullable(),
  /** A note beside the record in the list. */
  note: z.string().nullable(),
});
export type RefChoice = z.output<typeof RefChoice>;

export const MOST_CHOICES = 50;
export const MOST_NAMED = 100;

/**
 * Finds records to choose from or, with `ids`, the names of chosen ones. It is for people who have the code `by` and
 * may make a call with that code whose input names the kind. The results are limited to the data scope of that code.
 */
export const searchRefs = endpoint({
  method: "GET",
  path: "/common/v1/refs/{kind}",
  title: "可选记录",
  permission: "session",
  params: z.object({ kind: z.string().regex(/^[a-zA-Z]{1,40}$/, "类型不存在") }),
  query: z.object({
    by: withMeta(z.string().max(100), { label: "权限点" }),
    keyword: z.string().trim().max(50).optional().meta({ label: "关键字" }),
    ids: z
      .string()
      .max(37 * MOST_NAMED)
      .transform((text) => [...new Set(text.split(","))])
      .pipe(z.array(z.string().min(1)).max(MOST_NAMED))
      .optional()
      .meta({ label: "已选记录" }),
  }),
  answer: z.array(RefChoice),
});
