import { ImportProblem } from "@ops/platform/contract";
import { tableColumnsOf } from "../list/column/columns-of.ts";
import { PlainTable } from "../list/PlainTable.tsx";

interface Props {
  readonly problems: readonly ImportProblem[];
  /** 提醒 where they keep no row out. */
  readonly title?: "问题" | "提醒";
  /** The table scrolls beyond this height, so that the content below stays visible. */
  readonly height: number | string;
}

/** The first hundred problems of a file. */
export function ProblemTable({ problems, title = "问题", height }: Props) {
  const rows = problems.map((problem, n) => ({ ...problem, key: n }));
  return (
    <PlainTable
      scroll={{ y: height }}
      rows={rows}
      columns={tableColumnsOf(ImportProblem, {
        line: { width: 80, align: "left" },
        column: { width: 140, wraps: true },
        value: 200,
        problem: { title, wraps: true },
      })}
    />
  );
}
