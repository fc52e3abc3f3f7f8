import { listRecordLogs } from "@ops/authority/contract";
import { NotLoaded, useEndpoint } from "@ops/platform/web";
import { Table } from "antd";
import { useState } from "react";
import { DiffTable } from "./DiffTable.tsx";

interface Props {
  readonly bizType: string;
  readonly bizId: string;
}

/** What was done to one record, newest first; a row opens to its field changes (PF-R99). */
export function RecordLogs({ bizType, bizId }: Props) {
  const [pageNo, setPageNo] = useState(1);
  const input = { params: { bizType, bizId }, query: { pageNo, pageSize: 10 } };
  const answer = useEndpoint(listRecordLogs, input, { keepPrevious: true, silent: true });
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <Table
      rowKey="id"
      size="small"
      loading={answer.isFetching}
      dataSource={answer.data?.list ?? []}
      locale={{ emptyText: "还没有操作日志" }}
      expandable={{
        expandedRowRender: ({ diffs }) => <DiffTable diffs={diffs} />,
        rowExpandable: ({ diffs }) => diffs.length > 0,
      }}
      pagination={{
        current: pageNo,
        pageSize: 10,
        total: answer.data?.total ?? 0,
        showSizeChanger: false,
        hideOnSinglePage: true,
        onChange: setPageNo,
      }}
      columns={[
        { title: "操作时间", dataIndex: "occurredAt", width: 170 },
        { title: "操作人", dataIndex: "actorName", width: 120 },
        { title: "操作", dataIndex: "actionName", width: 140 },
        {
          title: "变更",
          key: "diffs",
          render: (_value, { diffs }) => diffs.map(({ label }) => label).join("、") || "-",
        },
        { title: "原因", key: "reason", render: (_value, { reason }) => reason ?? "-" },
      ]}
    />
  );
}
