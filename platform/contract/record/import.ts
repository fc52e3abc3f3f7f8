import { z } from "zod";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { type BusinessError, businessErrors } from "../errors.ts";
import { Task } from "../service/task.ts";
import { withMeta } from "../value/field-meta.ts";
import { idParams, moment, recordId } from "../value/fields.ts";
import type { RefKind } from "./ref.ts";

/** A column of a template. */
export interface ImportColumn {
  readonly key: string;
  readonly title: string;
  readonly required?: boolean;
  /** The most characters, a Chinese one counting two. */
  readonly max?: number;
  readonly kind?: "text" | "int" | "day";
  readonly pattern?: RegExp;
  /** The words that may be chosen, by their value. */
  readonly words?: Readonly<Record<string, string>>;
  /** The dictionary whose enabled entries may be chosen. */
  readonly dict?: string;
  /** The kind of record that the cell names by number or name. The rows contain its id. */
  readonly ref?: RefKind;
  /**
   * Whether the cell may name several records, separated by commas or spaces. The rows contain their ids, separated by
   * commas.
   */
  readonly many?: true;
  /** How a text is refused that names no record that may be chosen, where the usual words do not fit. */
  readonly refused?: () => BusinessError;
  /** An explanation of what to fill in. */
  readonly note?: string;
  /**
   * Marks a value that is masked elsewhere. Operators who may not see it in clear text are counted when they import it
   * (PF-R104).
   */
  readonly whole?: WholeColumn;
}

/** How the values of a column are masked, and the tables where they might be found. */
export interface WholeColumn {
  readonly mask: (text: string) => string;
  readonly tables: readonly string[];
}

/** A choice of the operator for the whole file. */
interface ImportOption {
  readonly key: string;
  readonly label: string;
  readonly note: string;
}

/** A kind of data that comes in as Excel (PF-R95). */
export interface ImportKind {
  /** A unique name such as `platform.dictEntry`. */
  readonly key: string;
  readonly name: string;
  readonly permission: `${string}:${string}:${string}`;
  /** Raised with every change of the columns: older templates are refused. */
  readonly version: number;
  readonly columns: readonly ImportColumn[];
  readonly options?: readonly ImportOption[];
  /** Rows of one file, where fewer or more than usual (`IMPORT_MOST_ROWS`); never more than `IMPORT_LIMIT_ROWS`. */
  readonly mostRows?: number;
  /**
   * Values that are sent with the file and apply to all its rows, such as the record to which they belong (PF-R133).
   * They are few and short, and checked like a body: references, dictionaries, no unknown properties.
   */
  readonly beside?: z.ZodObject;
  /** The list that shows the imported rows. */
  readonly page?: `/${string}`;
  /** The call that does the same by hand. People who may not make it may not import either (AU-R20). */
  readonly byHand?: Endpoint;
}

export const IMPORT_MOST_ROWS = 20_000;
/** The limit that follows from the time and memory for a workbook (decision 0019). */
export const IMPORT_LIMIT_ROWS = 50_000;
export const IMPORT_BIZ_TYPE = "excelImport";

export const importErrors = businessErrors("IMPORT", {
  templateVersion: "模板版本不正确，请重新下载模板",
  tooManyRows: "单次最多导入{n}行",
  fileEmpty: "文件中没有数据",
  unreadable: "文件类型不支持或内容与扩展名不符",
  cellTooLong: "第{line}行{column}超过32767个字符，请修改后重新上传",
  tooMuchText: "文件内容过多，请拆分后分批导入",
  tooSlow: "文件读取超时，请拆分后分批导入",
  waiting: "您已有一个文件在等待读取，请稍后再试",
  merged: "表格中有合并单元格（{range}），请取消合并后重新上传",
  severalSheets: "文件中只能有一个工作表，请删除多余的工作表",
  abandoned: "校验已取消",
  duplicateFile: "该文件已于{time}导入过，是否继续？",
  confirmed: "该文件已确认导入，请在下载中心查看",
  noValidRow: "没有可导入的数据，请修改后重新上传",
});

export const ImportProblem = z.object({
  line: withMeta(z.int(), { label: "行号" }),
  column: withMeta(z.string(), { label: "列" }),
  value: withMeta(z.string(), { label: "值" }),
  problem: withMeta(z.string(), { label: "问题" }),
});
export type ImportProblem = z.output<typeof ImportProblem>;

/** The result of a check. Nothing has been written yet. */
export const ImportDraft = z.object({
  id: z.string(),
  kind: z.string(),
  kindName: z.string(),
  fileName: z.string(),
  total: z.int(),
  valid: z.int(),
  invalid: z.int(),
  /** The number of rows without anything new. */
  skipped: z.int(),
  /** The number of valid rows that will be imported with a difference. */
  warned: z.int(),
  /** 共{n}行，可导入{a}行，错误{b}行 */
  summary: z.string(),
  /** The first hundred. */
  problems: z.array(ImportProblem),
  /** Remarks on rows that will be imported, up to a hundred. */
  warnings: z.array(ImportProblem),
});
export type ImportDraft = z.output<typeof ImportDraft>;

const kindParams = z.object({ kind: z.string().regex(/^[a-zA-Z]{1,30}\.[a-zA-Z]{1,30}$/, "导入类型不存在") });

/** A column of a template as it is explained. */
export const TemplateColumn = z.object({
  title: withMeta(z.string(), { label: "列" }),
  required: withMeta(z.boolean(), { label: "必填" }),
  note: withMeta(z.string(), { label: "说明" }),
});

export const listImportKinds = endpoint({
  method: "GET",
  path: "/common/v1/excel/imports/kinds",
  title: "导入类型",
  permission: "session",
  answer: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      columns: z.array(TemplateColumn),
      options: z.array(z.object({ key: z.string(), label: z.string(), note: z.string() })),
      mostRows: z.int(),
      /**
       * Whether the import needs values besides the file, so that it can only be started on the page that knows them.
       */
      needsBeside: z.boolean(),
      page: z.string().nullable(),
      lastRunAt: moment.nullable(),
    }),
  ),
});

/** Needs the code of the kind. */
export const getImportTemplate = endpoint({
  method: "GET",
  path: "/common/v1/excel/imports/{kind}/template",
  title: "导入模板",
  permission: "session",
  params: kindParams,
  downloads: true,
});

/** As far as sums of numbers stay exact (PF-R91). */
const MOST_NUMBER = 10 ** 13;

export const checkImport = endpoint({
  method: "POST",
  path: "/common/v1/excel/imports/{kind}/check",
  audit: "校验导入文件",
  permission: "session",
  params: kindParams,
  body: z.object({
    fileId: recordId.meta({ label: "文件" }),
    /** Whether the same file is sent again after the question was answered. */
    again: z.boolean().default(false).meta({ label: "再次导入" }),
    /** The keys of the ticked options. */
    options: z.array(z.string().max(40)).max(20).default([]).meta({ label: "导入选项" }),
    /** The values that the kind needs besides the file. */
    beside: z
      .record(
        z.string().max(40),
        z.union([z.string().max(200), z.number().min(-MOST_NUMBER).max(MOST_NUMBER), z.boolean()]),
      )
      .default({})
      .meta({ label: "附加信息" }),
  }),
  answer: ImportDraft,
});

export const confirmImport = endpoint({
  method: "POST",
  path: "/common/v1/excel/imports/{id}/confirm",
  audit: "确认导入",
  permission: "session",
  secret: true,
  params: idParams,
  answer: Task.extend({
    /**
     * The password of the file with data for the operator. It is shown only here. A second confirmation before the rows
     * are written gives another one.
     */
    filePassword: z.string().nullable(),
  }),
});
