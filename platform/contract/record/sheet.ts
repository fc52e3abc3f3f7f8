import { z } from "zod";
import type { AnswerOf, ReadEndpoint, Risk, WriteEndpoint } from "../endpoint.ts";
import { listQuery, type Page, pageOf } from "../paging.ts";
import { Task } from "../service/task.ts";
import {
  fieldMeta,
  labelOf,
  readableKeys,
  rowShape,
  type ValueKind,
  valueKind,
  type Words,
  withMeta,
} from "../value/field-meta.ts";
import { reason } from "../value/fields.ts";
import type { Unmaskable } from "./unmask.ts";

/** A column of an Excel sheet. What is not given follows from the schema of the row. */
export interface SheetColumn {
  readonly key: string;
  readonly title: string;
  readonly kind: ValueKind;
  /** In characters. */
  readonly width: number;
  /** The dictionary with the words for its values. */
  readonly dict: string | null;
  readonly words: Words | null;
  /** The kind of record whose name replaces the id. */
  readonly ref?: string | null;
  /** The text of the cell, if it is more than the value of one field. */
  readonly show: ((row: object) => string | null) | null;
}

/** How the sheet 导出说明 describes a filter of the list. */
export interface SheetFilter {
  readonly name: string;
  readonly title: string;
  readonly dict: string | null;
  readonly words: Words | null;
  readonly ref: string | null;
}

/** A GET that answers pages of objects. */
export type SheetList = ReadEndpoint & {
  readonly query: z.ZodObject;
  readonly answer: z.ZodType<Page<object>>;
};

type RowOf<L> = AnswerOf<L> extends { list: (infer Row)[] } ? Row : never;
type QueryName<L> = L extends { readonly query: infer Q extends z.ZodType } ? Exclude<keyof z.input<Q>, Paging> : never;
type Paging = "pageNo" | "pageSize" | "sortBy" | "sortOrder";

/** `true`: called as the contract calls it. */
type Look = true | string | Looks;
interface Looks {
  readonly title?: string;
  readonly width?: number;
  readonly words?: Words;
  readonly as?: "fen";
}
/** `show` makes the same text as the cell of the page. */
type ColumnLook<Row> = true | string | (Looks & { readonly show?: (row: Row) => string | null });

interface Declared<L extends SheetList> {
  /** Unique in the house: `authority.user`. */
  readonly key: `${string}.${string}`;
  /** The name of the file. */
  readonly name: string;
  /** The list whose rows it contains, with the same filter, masks and fields. */
  readonly list: L;
  readonly path: `/${string}/export`;
  readonly permission: `${string}:${string}:${string}`;
  readonly risk?: Risk;
  /** Without it: whatever people read of a row. */
  readonly columns?: { readonly [K in keyof RowOf<L>]?: ColumnLook<RowOf<L>> };
  /** Those that the contract does not name; the others speak for themselves. */
  readonly filters?: { readonly [K in QueryName<L>]?: string | { readonly title: string; readonly words?: Words } };
  /** Masked columns that holders of its code may have in clear, with a reason. */
  readonly plain?: Unmaskable;
  /** Whether a reason is required, as for logs. */
  readonly asksReason?: true;
}

interface ExportBody {
  /** The filter and order of the list, as its address carries them. */
  readonly query: Record<string, string>;
  /** Keys of the visible columns in their order; others than the sheet's own are left out. */
  readonly columns: string[];
  readonly plain?: boolean | undefined;
  readonly reason?: string | undefined;
}

export type ExportEndpoint = WriteEndpoint & {
  readonly body: z.ZodObject & z.ZodType<ExportBody, ExportBody>;
  readonly answer: typeof Task;
};

/** Excel of a list, declared once beside its contract (PF-R94). */
export interface Sheet<L extends SheetList = SheetList> {
  readonly key: string;
  readonly name: string;
  readonly list: L;
  readonly columns: readonly SheetColumn[];
  readonly filters: readonly SheetFilter[];
  readonly export: ExportEndpoint;
  readonly plain: Unmaskable | null;
  readonly asksReason: boolean;
}

/** Declares rows that no page lists as such: their schema, their query, and the call whose permission they use. */
export function rowsLike<const Shape extends z.core.$ZodLooseShape, Row extends z.ZodObject>(
  { method, path, title, permission, page }: ReadEndpoint,
  { query, row }: { query: Shape; row: Row },
) {
  const asked = listQuery.extend(query);
  return { method, path, title, permission, ...(page ? { page } : {}), query: asked, answer: pageOf(row) };
}

export function sheet<const L extends SheetList>(declared: Declared<L>): Sheet<L> {
  const { key, name, list, path, permission, plain = null, asksReason = false, risk = "HIGH" } = declared;
  const row = rowShape(list);
  const looks: [string, ColumnLook<never>][] = declared.columns
    ? Object.entries(declared.columns)
    : readableKeys(row).map((name) => [name, true]);
  return {
    key,
    name,
    list,
    columns: looks.map(([column, look]) => columnOf(column, look, row)),
    filters: filtersOf(list, declared.filters ?? {}),
    export: {
      method: "POST",
      path,
      permission,
      audit: `导出${name}`,
      risk,
      requires: [list.permission],
      ...(list.page ? { page: list.page } : {}),
      body: exportBody(list, plain !== null, asksReason),
      answer: Task,
    },
    plain,
    asksReason,
  };
}

function exportBody(list: SheetList, hasPlain: boolean, asksReason: boolean): ExportEndpoint["body"] {
  const asked = list.query.omit({ pageNo: true, pageSize: true }).strict();
  const query = z
    .record(z.string().max(40), z.string().max(4_000), "查询条件格式不正确")
    .superRefine((values, context) => {
      const issue = asked.safeParse(values).error?.issues[0];
      if (issue) context.addIssue({ code: "custom", message: "查询条件格式不正确", path: issue.path });
    })
    .meta({ label: "查询条件" });
  const columns = z.array(z.string().max(60)).min(1, "请至少选择一列").max(200).meta({ label: "导出列" });
  const body = z.strictObject({ query, columns });
  if (asksReason) return body.extend({ reason });
  if (!hasPlain) return body;
  return body
    .extend({ plain: withMeta(z.boolean().optional(), { label: "明文导出" }), reason: reason.optional() })
    .superRefine((values, context) => {
      if (values.plain && !values.reason)
        context.addIssue({ code: "custom", message: "请输入原因！", path: ["reason"] });
    });
}

const WIDTHS: Record<ValueKind, number> = { text: 16, number: 10, flag: 8, day: 12, moment: 20, fen: 14, list: 24 };

function columnOf(key: string, look: ColumnLook<never>, row: Readonly<Record<string, unknown>>): SheetColumn {
  const chosen = looksOf(look);
  const show = (chosen.show as SheetColumn["show"] | undefined) ?? null;
  const { dict, words, ref } = fieldMeta(row[key]);
  const kind = show ? "text" : (chosen.as ?? valueKind(key, row[key]));
  const title = chosen.title ?? labelOf(row, key);
  return { key, title, kind, width: chosen.width ?? WIDTHS[kind], dict, ref, words: chosen.words ?? words, show };
}

/** Lists every filter with a name, from the sheet or from the contract. */
function filtersOf({ query }: SheetList, said: Readonly<Record<string, Look | undefined>>): SheetFilter[] {
  return Object.entries(query.shape).flatMap(([name, field]) => {
    const look = looksOf(said[name] ?? true);
    const { label, dict, words, ref } = fieldMeta(field);
    const title = look.title ?? label;
    return title === null || name in listQuery.shape ? [] : [{ name, title, dict, ref, words: look.words ?? words }];
  });
}

function looksOf<Row>(look: ColumnLook<Row>): Looks & { readonly show?: (row: Row) => string | null } {
  if (look === true) return {};
  return typeof look === "string" ? { title: look } : look;
}
