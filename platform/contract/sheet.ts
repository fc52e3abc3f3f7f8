import { z } from "zod";
import type { AnswerOf, ReadEndpoint, Risk, WriteEndpoint } from "./endpoint.ts";
import { bareField, fieldMeta, labelOf, rowShape, type Words } from "./field-meta.ts";
import { reason } from "./fields.ts";
import { listQuery, type Page, pageOf } from "./paging.ts";
import { Task } from "./task.ts";
import type { Unmaskable } from "./unmask.ts";

/** How a value of a column stands in a cell. */
export type CellKind = "text" | "number" | "flag" | "day" | "moment" | "fen" | "list";

/** A column of an Excel sheet; what is not said follows from the row's schema. */
export interface SheetColumn {
  readonly key: string;
  readonly title: string;
  readonly kind: CellKind;
  /** In characters. */
  readonly width: number;
  /** The dictionary whose words stand for the values. */
  readonly dict: string | null;
  readonly words: Words | null;
  /** What stands in the cell where it is more than the value of one field. */
  readonly show: ((row: object) => string | null) | null;
}

/** How a filter of the list is told in the sheet 导出说明. */
export interface SheetFilter {
  readonly name: string;
  readonly title: string;
  readonly dict: string | null;
  readonly words: Words | null;
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
/** `show` says what the page's own cell says of the row. */
type ColumnLook<Row> = true | string | (Looks & { readonly show?: (row: Row) => string | null });

interface Declared<L extends SheetList> {
  /** Unique in the house: `authority.user`. */
  readonly key: `${string}.${string}`;
  /** What the file is called. */
  readonly name: string;
  /** Whose rows it holds: same filter, same masks, same fields. */
  readonly list: L;
  readonly path: `/${string}/export`;
  readonly permission: `${string}:${string}:${string}`;
  readonly risk?: Risk;
  readonly columns: { readonly [K in keyof RowOf<L>]?: ColumnLook<RowOf<L>> };
  /** Those that the contract does not name; the others speak for themselves. */
  readonly filters?: { readonly [K in QueryName<L>]?: string | { readonly title: string; readonly words?: Words } };
  /** Masked columns that holders of its code may have in clear, with a reason. */
  readonly plain?: Unmaskable;
  /** Nobody takes these rows along without saying why: logs. */
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

/** Rows that no page lists as such: told by this schema, asked for like this, read with the right of another call. */
export function rowsLike<const Shape extends z.core.$ZodLooseShape, Row extends z.ZodObject>(
  { method, path, title, permission, page }: ReadEndpoint,
  { query, row }: { query: Shape; row: Row },
) {
  const asked = listQuery.extend(query);
  return { method, path, title, permission, ...(page ? { page } : {}), query: asked, answer: pageOf(row) };
}

export function sheet<const L extends SheetList>(declared: Declared<L>): Sheet<L> {
  const { key, name, list, path, permission, plain = null, asksReason = false, risk = "HIGH" } = declared;
  const looks: [string, ColumnLook<never>][] = Object.entries(declared.columns);
  const row = rowShape(list);
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
    .extend({ plain: z.boolean().optional().meta({ label: "明文导出" }), reason: reason.optional() })
    .superRefine((values, context) => {
      if (values.plain && !values.reason)
        context.addIssue({ code: "custom", message: "请输入原因！", path: ["reason"] });
    });
}

const WIDTHS: Record<CellKind, number> = { text: 16, number: 10, flag: 8, day: 12, moment: 20, fen: 14, list: 24 };

function columnOf(key: string, look: ColumnLook<never>, row: Readonly<Record<string, unknown>>): SheetColumn {
  const chosen = looksOf(look);
  const show = (chosen.show as SheetColumn["show"] | undefined) ?? null;
  const { dict, words } = fieldMeta(row[key]);
  const kind = show ? "text" : (chosen.as ?? kindOf(bareField(row[key])));
  const title = chosen.title ?? labelOf(row, key);
  return { key, title, kind, width: chosen.width ?? WIDTHS[kind], dict, words: chosen.words ?? words, show };
}

/** Every filter that has a name, said with the sheet or in the contract. */
function filtersOf({ query }: SheetList, said: Readonly<Record<string, Look | undefined>>): SheetFilter[] {
  return Object.entries(query.shape).flatMap(([name, field]) => {
    const look = looksOf(said[name] ?? true);
    const { label, dict, words } = fieldMeta(field);
    const title = look.title ?? label;
    return title === null || name in listQuery.shape ? [] : [{ name, title, dict, words: look.words ?? words }];
  });
}

function looksOf<Row>(look: ColumnLook<Row>): Looks & { readonly show?: (row: Row) => string | null } {
  if (look === true) return {};
  return typeof look === "string" ? { title: look } : look;
}

function kindOf(schema: unknown): CellKind {
  if (schema instanceof z.ZodCodec && schema.in instanceof z.ZodDate) return "moment";
  if (schema instanceof z.ZodArray) return "list";
  if (schema instanceof z.ZodBoolean) return "flag";
  if (schema instanceof z.ZodNumber) return "number";
  return schema instanceof z.ZodType && schema.meta()?.["format"] === "date" ? "day" : "text";
}
