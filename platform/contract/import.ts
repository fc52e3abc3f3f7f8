import { z } from "zod";
import { type Endpoint, endpoint } from "./endpoint.ts";
import { businessErrors } from "./errors.ts";
import { idParams, moment, recordId } from "./fields.ts";
import { Task } from "./task.ts";

/** A column of a template. */
export interface ImportColumn {
  readonly key: string;
  readonly title: string;
  readonly required?: boolean;
  /** The most characters, a Chinese one counting two. */
  readonly max?: number;
  readonly kind?: "text" | "int" | "day";
  readonly pattern?: RegExp;
  /** What may be chosen, by the value it stands for. */
  readonly words?: Readonly<Record<string, string>>;
  /** The dictionary whose enabled entries may be chosen. */
  readonly dict?: string;
  /** What is to be filled in, in words. */
  readonly note?: string;
  /** What stands here is shown masked elsewhere: whoever cannot see it in clear is counted when asking for it (PF-R104). */
  readonly whole?: WholeColumn;
}

/** How the values of a column look under the mask, and the tables in which they might be found. */
export interface WholeColumn {
  readonly mask: (text: string) => string;
  readonly tables: readonly string[];
}

/** A choice that whoever imports makes for the whole file. */
interface ImportOption {
  readonly key: string;
  readonly label: string;
  readonly note: string;
}

/** A kind of data that comes in as Excel (PF-R95). */
export interface ImportKind {
  /** Unique in the house: `platform.dictEntry`. */
  readonly key: string;
  readonly name: string;
  readonly permission: `${string}:${string}:${string}`;
  /** Raised with every change of the columns: older templates are refused. */
  readonly version: number;
  readonly columns: readonly ImportColumn[];
  readonly options?: readonly ImportOption[];
  /** Rows of one file, where fewer than usual. */
  readonly mostRows?: number;
  /** The list that shows what has come in. */
  readonly page?: `/${string}`;
  /** The call that does the same by hand: whoever may not make it does not import either (AU-R20). */
  readonly byHand?: Endpoint;
}

export const IMPORT_MOST_ROWS = 20_000;
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

export const ImportProblem = z.object({ line: z.int(), column: z.string(), value: z.string(), problem: z.string() });
export type ImportProblem = z.output<typeof ImportProblem>;

/** What a check has found; nothing has been written yet. */
export const ImportDraft = z.object({
  id: z.string(),
  kind: z.string(),
  kindName: z.string(),
  fileName: z.string(),
  total: z.int(),
  valid: z.int(),
  invalid: z.int(),
  /** Of which nothing is new. */
  skipped: z.int(),
  /** Among the valid ones: they get in, but not as they stand there. */
  warned: z.int(),
  /** 共{n}行，可导入{a}行，错误{b}行 */
  summary: z.string(),
  /** The first hundred. */
  problems: z.array(ImportProblem),
  /** What is to be known of rows that get in; the first hundred. */
  warnings: z.array(ImportProblem),
});
export type ImportDraft = z.output<typeof ImportDraft>;

const kindParams = z.object({ kind: z.string().regex(/^[a-zA-Z]{1,30}\.[a-zA-Z]{1,30}$/, "导入类型不存在") });

export const listImportKinds = endpoint({
  method: "GET",
  path: "/common/v1/excel/imports/kinds",
  title: "导入类型",
  permission: "session",
  answer: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      columns: z.array(z.object({ title: z.string(), required: z.boolean(), note: z.string() })),
      options: z.array(z.object({ key: z.string(), label: z.string(), note: z.string() })),
      mostRows: z.int(),
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

export const checkImport = endpoint({
  method: "POST",
  path: "/common/v1/excel/imports/{kind}/check",
  audit: "校验导入文件",
  permission: "session",
  params: kindParams,
  body: z.object({
    fileId: recordId,
    /** The same file once more, after the question was answered. */
    again: z.boolean().default(false),
    /** Keys of what was ticked. */
    options: z.array(z.string().max(40)).max(20).default([]),
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
    /** Opens the file with what the rows give back to the operator; told here alone. Confirmed again before it is written, another one. */
    filePassword: z.string().nullable(),
  }),
});
