import { StaffBatchEnd } from "@ops/partner/contract";
import { feedback, PlainTable, tableColumnsOf } from "@ops/platform/web";

/** Lists the people for whom the batch was refused, and why. */
export function tellBatch({ done, refusals }: StaffBatchEnd): void {
  if (refusals.length === 0) {
    void feedback.message.success(`已完成 ${done} 人！`);
    return;
  }
  feedback.modal.info({
    title: `完成 ${done} 人，未完成 ${refusals.length} 人`,
    width: 560,
    content: (
      <PlainTable
        rows={refusals}
        scroll={{ y: 320 }}
        columns={tableColumnsOf(StaffBatchEnd.shape.refusals.element, { name: 120, msg: { wraps: true } })}
      />
    ),
  });
}
