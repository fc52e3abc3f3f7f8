import type { Task } from "@ops/platform/contract";
import { Modal } from "antd";
import { FieldList } from "../detail/FieldList.tsx";

/** Shows the filters of a task, in the words of its list. */
export function ConditionsDialog({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) {
  const { taskNo, bizName, conditions } = task;
  const values = Object.fromEntries(conditions.map(({ value }, n) => [String(n), value]));
  return (
    <Modal open title={`查询条件 · ${bizName} ${taskNo}`} footer={null} onCancel={onClose} width={520}>
      <div className="task-conditions">
        {conditions.length === 0 ? (
          <p>没有筛选条件，包含您可见的全部数据</p>
        ) : (
          <FieldList
            record={values}
            fields={conditions.map(({ label }, n) => ({ label, show: String(n), full: true }))}
          />
        )}
      </div>
    </Modal>
  );
}
