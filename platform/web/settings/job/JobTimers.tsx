import { listTimers, retryTimer, skipTimer, type TimerLine } from "@ops/platform/contract";
import { Segmented } from "antd";
import { useState } from "react";
import { useCall } from "../../call/use-call.ts";
import { FormDialog } from "../../form/lazy-forms.tsx";
import type { PageAction } from "../../list/action/actions.ts";
import { columnsOf } from "../../list/column/columns-of.ts";
import { PagedTable } from "../../list/PagedTable.tsx";
import { usePaged } from "../../list/use-paged.ts";
import { Named } from "../Named.tsx";
import { REFRESH_MS } from "./refresh.ts";
import { SkipReason } from "./SkipReason.tsx";

const states = [
  { value: "", label: "全部" },
  { value: "FAILING", label: "失败" },
];
const columns = columnsOf(listTimers, {
  title: { as: ({ title, kind, key }) => <Named title={title} detail={`${kind} · ${key}`} /> },
  dueAt: 160,
  tries: 70,
  nextRunAt: 160,
  lastError: 190,
});

/** 到时任务: the timers of modules, next one first (PF-R110). */
export function JobTimers() {
  const [state, setState] = useState("");
  const timers = usePaged(listTimers, {
    filters: { state: state || undefined },
    pageSize: 20,
    refetchInterval: REFRESH_MS,
  });
  const retry = useCall(retryTimer, { done: "已重新执行" });
  const actions: PageAction<TimerLine>[] = [
    {
      label: "重试",
      needs: retryTimer,
      when: ({ tries, isRetired }) => tries > 0 && !isRetired,
      run: ({ kind, key }) => retry.call({ params: { kind, key } }),
    },
    {
      label: "移除",
      needs: skipTimer,
      when: ({ isRetired }) => isRetired,
      ask: ({ kind, key, title }, close) => (
        <FormDialog
          kind="modal"
          title={`移除到时任务 · ${title}`}
          endpoint={skipTimer}
          params={{ kind, key }}
          record={{}}
          okText="移除"
          danger
          done="已移除"
          onClose={close}
        >
          <SkipReason warning="该类任务已停用，不会再执行，移除后不可恢复。" />
        </FormDialog>
      ),
    },
  ];
  return (
    <>
      <header>
        <Segmented options={states} value={state} onChange={setState} />
      </header>
      <PagedTable
        of={timers}
        columns={columns}
        rowActions={actions}
        empty={state ? "没有失败的到时任务" : "没有等待的到时任务"}
        unit="个任务"
      />
    </>
  );
}
