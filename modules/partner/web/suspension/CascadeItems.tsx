import {
  type CascadeItem,
  itemStates,
  listCascadeItems,
  restoreStates,
  type SuspensionDetail,
} from "@ops/partner/contract";
import { columnsOf, DotText, PagedTable, showTime, usePaged } from "@ops/platform/web";
import { Segmented } from "antd";
import { useState } from "react";
import { itemTones, restoreTones } from "./tones.ts";

const views = {
  all: { label: "全部", filters: {} },
  failed: { label: "失败", filters: { state: "FAILED" } },
  kept: { label: "未恢复", filters: { restored: "KEPT" } },
  restoreFailed: { label: "恢复失败", filters: { restored: "FAILED" } },
} as const;
type View = keyof typeof views;

/** All records that were changed. Filters lead to those that failed and those that were left. */
export function CascadeItems({ suspension: { id, state, items } }: { readonly suspension: SuspensionDetail }) {
  const [view, setView] = useState<View>("all");
  const paged = usePaged(listCascadeItems, { params: { id }, filters: views[view].filters });
  const isUndone = state === "UNDOING" || state === "UNDONE";
  const counted = (key: View) => `${views[key].label} ${items[key]}`;
  const offered = (["all", "failed", "kept", "restoreFailed"] as const).filter(
    (key) => key === "all" || items[key] > 0,
  );
  return (
    <>
      {offered.length > 1 && (
        <Segmented
          className="stop-views"
          size="small"
          value={view}
          onChange={setView}
          options={offered.map((key) => ({ value: key, label: counted(key) }))}
        />
      )}
      <PagedTable
        of={paged}
        empty="没有这样的对象"
        unit="项"
        columns={columnsOf(listCascadeItems, {
          itemNo: 60,
          kindLabel: 88,
          label: true,
          actionLabel: 216,
          state: { width: 150, as: (item) => <Outcome item={item} /> },
          restored: isUndone ? { width: 150, as: (item) => <Restored item={item} /> } : null,
        })}
      />
    </>
  );
}

function Outcome({ item: { state, message, dueAt } }: { readonly item: CascadeItem }) {
  const hint = state === "WAITING" && dueAt ? `${showTime(dueAt)} 处理` : message;
  return (
    <span className="stop-outcome" title={hint ?? ""}>
      <DotText tone={itemTones[state]} text={itemStates[state]} />
      {hint && <small>{hint}</small>}
    </span>
  );
}

function Restored({ item: { restored, restoreMessage } }: { readonly item: CascadeItem }) {
  if (!restored) return "-";
  return (
    <span className="stop-outcome" title={restoreMessage ?? ""}>
      <DotText tone={restoreTones[restored]} text={restoreStates[restored]} />
      {restoreMessage && <small>{restoreMessage}</small>}
    </span>
  );
}
