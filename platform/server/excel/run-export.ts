import { type Sheet, type SheetColumn, taskErrors, wireTime } from "@ops/platform/contract";
import type { WholeList } from "../db/list/whole-list.ts";
import type { Tx } from "../db/tx.ts";
import { Spool } from "../file/spool.ts";
import { numberParam } from "../params/declare.ts";
import type { TaskRow } from "../tables.ts";
import type { TaskLease } from "../task/lease.ts";
import type { LookAs, Owner } from "../task/work.ts";
import { plainFieldsOf } from "../unmask/plain.ts";
import { Conditions, ExportParams } from "./conditions.ts";
import { GivesWay } from "./give-way.ts";
import type { SheetSource } from "./source.ts";
import {
  cellsOf,
  chosenColumns,
  dictWords,
  escapeFormula,
  refNamesIn,
  spreadColumns,
  workSheetColumn,
} from "./workbook/cells.ts";
import type { Cell, WorkSheet } from "./workbook/sheet-xml.ts";
import { writeWorkbook } from "./workbook/workbook.ts";

export const exportMaxRows = numberParam("excel.exportMaxRows", 500_000, {
  group: "导入导出",
  description: "一次导出最多的行数",
  min: 1_000,
  max: 1_000_000,
});

const SHEET_ROWS = 50_000;
/** How many rows are made at a time. Short-lived rows cost little memory, and other work gets a turn in between. */
const SLICE = 50;

/** Writes the rows that the owner sees now into a file of this owner (PF-R94). */
export function runExport(
  lookAs: LookAs,
  { owner, source, lease }: { owner: Owner; source: SheetSource; lease: TaskLease },
): Promise<Spool> {
  const { sheet } = source;
  const { task } = lease;
  const params = ExportParams.parse(task.params);
  return lookAs(owner.actor, sheet.export.permission, async (tx) => {
    const list = await source.rows(tx, sheet.list.query.parse(params.query) as never);
    const total = await countRows(tx, list);
    lease.progress(0, total);
    const columns = spreadColumns(chosenColumns(sheet, params.columns), list.spread);
    const rows = cellRows(tx, { sheet, columns, list, lease, total, plain: params.plain });
    const about = aboutSheet(tx, { task, params, place: owner.place, total });
    return Spool.of(writeWorkbook([...dataSheets(sheet.name, columns, await rows, total), about]));
  });
}

async function countRows(tx: Tx, list: WholeList): Promise<number> {
  const most = tx.param(exportMaxRows);
  const total = await list.count(most);
  if (total > most) throw taskErrors.tooManyRows({ limit: most % 10_000 === 0 ? `${most / 10_000}万` : most });
  return total;
}

interface Rows {
  readonly sheet: Sheet;
  readonly columns: readonly SheetColumn[];
  readonly list: WholeList;
  readonly lease: TaskLease;
  readonly total: number;
  readonly plain: boolean;
}

async function cellRows(tx: Tx, { sheet, columns, list, lease, total, plain }: Rows): Promise<AsyncGenerator<Cell[]>> {
  const inClear = plain && sheet.plain ? await plainFieldsOf(tx, sheet.plain) : undefined;
  const cells = cellsOf(sheet, columns, await dictWords(tx, columns));
  return (async function* () {
    const way = new GivesWay();
    let done = 0;
    for await (const chunk of list.chunks()) {
      lease.requireHeld();
      const [clear, names] = [await inClear?.(chunk), await refNamesIn(tx, columns, chunk)];
      for (let at = 0; at < chunk.length; at += SLICE) {
        yield* cells(tx.actor, chunk.slice(at, at + SLICE), clear, names);
        await way.afterPiece();
      }
      done += chunk.length;
      lease.progress(done, total);
    }
  })();
}

/** Makes sheets with so many rows each. All sheets read in turn from one stream of rows. */
function dataSheets(
  name: string,
  columns: readonly SheetColumn[],
  rows: AsyncGenerator<Cell[]>,
  total: number,
): WorkSheet[] {
  const count = Math.max(1, Math.ceil(total / SHEET_ROWS));
  return Array.from({ length: count }, (_, n) => ({
    name: n === 0 ? name : `${name}(${n + 1})`,
    columns: columns.map(workSheetColumn),
    rows: nextRows(rows, n === count - 1 ? Number.POSITIVE_INFINITY : SHEET_ROWS),
  }));
}

async function* nextRows(rows: AsyncGenerator<Cell[]>, most: number): AsyncGenerator<Cell[]> {
  for (let taken = 0; taken < most; taken++) {
    const { done, value } = await rows.next();
    if (done) return;
    yield value;
  }
}

interface About {
  readonly task: TaskRow;
  readonly params: ExportParams;
  readonly place: string;
  readonly total: number;
}

/** Who, when, where, why, with which filter, how many rows. */
function aboutSheet({ now }: Tx, { task, params, place, total }: About): WorkSheet {
  const conditions = Conditions.parse(task.conditions);
  const lines: [string, string | number][] = [
    ["任务编号", task.taskNo],
    ["导出内容", task.bizName],
    ["导出人", task.ownerName],
    ["所属组织", place],
    ["导出时间", wireTime(now)],
    ["数据行数", total],
    ...(params.plain ? [["导出方式", "明文"] satisfies [string, string]] : []),
    ...(params.reason ? [["导出原因", params.reason] satisfies [string, string]] : []),
    ...(conditions.length > 0 ? conditions : [{ label: "", value: "无" }]).map(({ label, value }): [string, string] => [
      label ? `筛选条件：${label}` : "筛选条件",
      value,
    ]),
  ];
  return {
    name: "导出说明",
    columns: [
      { title: "项目", width: 24 },
      { title: "内容", width: 60 },
    ],
    rows: lines.map(([label, value]) => [label, typeof value === "string" ? escapeFormula(value) : value]),
  };
}
