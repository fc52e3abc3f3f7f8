import { jobStates, listSchedules, ScheduleLine } from "@ops/platform/contract";
import { useEndpoint } from "../../call/use-query.ts";
import { DotText } from "../../dict/StateTag.tsx";
import type { Tone } from "../../dict/tones.ts";
import { tableColumnsOf } from "../../list/column/columns-of.ts";
import { PlainTable } from "../../list/PlainTable.tsx";
import { Named } from "../Named.tsx";
import { REFRESH_MS } from "./refresh.ts";

const scheduleColumns = tableColumnsOf(ScheduleLine, {
  title: { wraps: true, as: ({ title, name }) => <Named title={title} detail={name} /> },
  at: 110,
  lastRunAt: 150,
  finishedAt: {
    width: 100,
    as: (line) => {
      const { tone, text } = resultOf(line);
      return (
        <span title={line.lastError ?? ""}>
          <DotText tone={tone} text={text} />
        </span>
      );
    },
  },
  nextRunAt: 150,
  node: 160,
});

/** 定时任务: what runs at set times, with the result of its last run. */
export function JobSchedules() {
  const answer = useEndpoint(listSchedules, {}, { silent: true, refetchInterval: REFRESH_MS });
  return <PlainTable<ScheduleLine> rowKey="name" of={answer} rows={answer.data} columns={scheduleColumns} />;
}

function resultOf({ lastRunAt, finishedAt, lastError }: ScheduleLine): { tone: Tone; text: string } {
  if (lastRunAt === null) return { tone: "off", text: "未执行" };
  if (finishedAt === null) return { tone: "active", text: jobStates.RUNNING };
  return lastError ? { tone: "bad", text: jobStates.FAILED } : { tone: "good", text: "成功" };
}
