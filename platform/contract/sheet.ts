import { z } from "zod";
import type { AnswerOf, ReadEndpoint, WriteEndpoint } from "./endpoint.ts";
import { moment } from "./fields.ts";
import type { Page } from "./paging.ts";
import { Task } from "./task.ts";

/** How a value of a column stands in a cell. */
export type CellKind = "text" | "number" | "flag" | "day" | "moment" | "fen" | "list";
export type Words = Readonly<Record<string, string>>;

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

type Look = string | { readonly title: string; readonly width?: number; readonly words?: Words; readonly as?: "fen" };

interface Declared<L extends SheetList> {
  /** Unique in the house: `authority.user`. */
  readonly key: `${string}.${string}`;
  /** What the file is called. */
  readonly name: string;
  /** Whose rows it holds: same filter, same masks, same fields. */
  readonly list: L;
  readonly path: `/${string}/export`;
  readonly permission: `${string}:${string}:${string}`;
  readonly columns: { readonly [K in keyof RowOf<L>]?: Look };
  readonly filters: { readonly [K in QueryName<L>]?: string | { readonly title: string; readonly words?: Words } };
}

interface ExportBody {
  /** The filter and order of the list, as its address carries them. */
  readonly query: Record<string, string>;
  /** Keys of the visible columns in their order; others than the sheet's own are left out. */
  readonly columns: string[];
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
}

export function sheet<const L extends SheetList>(declared: Declared<L>): Sheet<L> {
  const { key, name, list, path, permission } = declared;
  const looks: [string, Look][] = Object.entries(declared.columns);
  const filters: [string, Look][] = Object.entries(declared.filters);
  const row = rowOf(list);
  return {
    key,
    name,
    list,
    columns: looks.map(([column, look]) => columnOf(column, look, row[column])),
    filters: filters.map(([filter, look]) => ({
      name: filter,
      title: titleOf(look),
      dict: dictOf(list.query.shape[filter]),
      words: wordsOf(look),
    })),
    export: {
      method: "POST",
      path,
      permission,
      audit: `导出${name}`,
      risk: "HIGH",
      requires: [list.permission],
      body: exportBody(list),
      answer: Task,
    },
  };
}

function exportBody(list: SheetList): ExportEndpoint["body"] {
  const asked = list.query.omit({ pageNo: true, pageSize: true }).strict();
  const query = z
    .record(z.string().max(40), z.string().max(500), "查询条件格式不正确")
    .superRefine((values, context) => {
      const issue = asked.safeParse(values).error?.issues[0];
      if (issue) context.addIssue({ code: "custom", message: "查询条件格式不正确", path: issue.path });
    })
    .meta({ label: "查询条件" });
  const columns = z.array(z.string().max(60)).min(1, "请至少选择一列").max(200).meta({ label: "导出列" });
  return z.strictObject({ query, columns });
}

function rowOf({ answer }: SheetList): Record<string, unknown> {
  const list: unknown = answer instanceof z.ZodObject ? answer.shape["list"] : undefined;
  const row = list instanceof z.ZodArray ? list.element : undefined;
  if (!(row instanceof z.ZodObject)) throw new Error("a sheet needs a list of objects");
  return row.shape;
}

const WIDTHS: Record<CellKind, number> = { text: 16, number: 10, flag: 8, day: 12, moment: 20, fen: 14, list: 24 };

function columnOf(key: string, look: Look, schema: unknown): SheetColumn {
  const chosen = typeof look === "string" ? undefined : look;
  const kind = chosen?.as ?? kindOf(unwrapped(schema));
  const width = chosen?.width ?? WIDTHS[kind];
  return { key, title: titleOf(look), kind, width, dict: dictOf(schema), words: wordsOf(look) };
}

const titleOf = (look: Look) => (typeof look === "string" ? look : look.title);
const wordsOf = (look: Look) => (typeof look === "string" ? null : (look.words ?? null));

function kindOf(schema: unknown): CellKind {
  if (schema === moment) return "moment";
  if (schema instanceof z.ZodArray) return "list";
  if (schema instanceof z.ZodBoolean) return "flag";
  if (schema instanceof z.ZodNumber) return "number";
  return schema instanceof z.ZodType && schema.meta()?.["format"] === "date" ? "day" : "text";
}

function dictOf(schema: unknown): string | null {
  const inner = unwrapped(schema);
  const dict = inner instanceof z.ZodType ? inner.meta()?.["dict"] : undefined;
  return typeof dict === "string" ? dict : null;
}

function unwrapped(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrapped(schema.unwrap());
  return schema;
}
