import { listTimers, retryTimer, type TimerLine } from "@ops/platform/contract";
import { useCall } from "../../call/use-call.ts";
import type { PageAction } from "../../list/action/actions.ts";
import { columnsOf } from "../../list/column/columns-of.ts";
import { PagedTable } from "../../list/PagedTable.tsx";
import { usePaged } from "../../list/use-paged.ts";
import { Named } from "../Named.tsx";
import { REFRESH_MS } from "./refresh.ts";

/** 到时任务: the timers of modules, next one first (PF-R110). */
export function JobTimers() {
  const timers = usePaged(listTimers, { pageSize: 20, refetchInterval: REFRESH_MS });
  const retry = useCall(retryTimer, { done: "已重新执行" });
  const actions: PageAction<TimerLine>[] = [
    {
      label: "重试",
      needs: retryTimer,
      when: ({ tries }) => tries > 0,
      run: ({ kind, key }) => retry.call({ params: { kind, key } }),
    },
  ];
  return (
    <PagedTable
      of={timers}
      columns={columnsOf(listTimers, {
        title: { as: ({ title, kind, key }) => <Named title={title} detail={`${kind} · ${key}`} /> },
        dueAt: 160,
        tries: 70,
        nextRunAt: 160,
        lastError: 190,
      })}
      rowActions={actions}
      empty="没有等待的到时任务"
      unit="个任务"
    />
  );
}
