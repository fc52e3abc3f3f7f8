import type { StaffBatchEnd } from "@ops/partner/contract";
import { feedback } from "@ops/platform/web";
import { Table } from "antd";

/** Person by person: what was not done, and why. */
export function tellBatch({ done, refusals }: StaffBatchEnd): void {
  if (refusals.length === 0) {
    void feedback.message.success(`已完成 ${done} 人！`);
    return;
  }
  feedback.modal.info({
    title: `完成 ${done} 人，未完成 ${refusals.length} 人`,
    width: 560,
    content: (
      <Table
        size="small"
        pagination={false}
        rowKey="id"
        dataSource={refusals}
        scroll={{ y: 320 }}
        columns={[
          { title: "姓名", dataIndex: "name", width: 120 },
          { title: "原因", dataIndex: "msg" },
        ]}
      />
    ),
  });
}
