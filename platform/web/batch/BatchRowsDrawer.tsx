import { batchRowStates, listBatchRows, type Task } from "@ops/platform/contract";
import { Drawer, Segmented } from "antd";
import { useState } from "react";
import { useClosing } from "../dialog/use-closing.ts";
import { choicesOf } from "../form/input/choices.ts";
import { columnsOf } from "../list/column/columns-of.ts";
import { PagedTable } from "../list/PagedTable.tsx";
import { usePaged } from "../list/use-paged.ts";
import { rowLooks } from "./PlanView.tsx";
import "./batch.css";

const everything = { value: "", label: "全部" };
const columns = columnsOf(listBatchRows, rowLooks);

/** What became of each record of a batch. */
export function BatchRowsDrawer({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) {
  const { drawer } = useClosing(onClose);
  const [state, setState] = useState("");
  const rows = usePaged(listBatchRows, { params: { id: task.id }, filters: { state }, pageSize: 20 });
  return (
    <Drawer title={`${task.bizName} ${task.taskNo}`} size={720} {...drawer}>
      <div className="batch-plan">
        <Segmented
          aria-label="结果"
          options={[everything, ...choicesOf(batchRowStates)]}
          value={state}
          onChange={setState}
        />
        <PagedTable of={rows} columns={columns} empty="没有这样的数据" />
      </div>
    </Drawer>
  );
}
