import { listSmsMessages, type SmsMessage, smsStates } from "@ops/authority/contract";
import { DotText, NotLoaded, showTime, type Tone, useEndpoint } from "@ops/platform/web";
import { Input, Select, Table, type TableColumnType } from "antd";
import { useState } from "react";

const PAGE_SIZE = 20;
const tones: Readonly<Record<SmsMessage["status"], Tone>> = {
  ...{ QUEUED: "warn", SENDING: "active", SENT: "good", FAILED: "bad" },
};
const states = Object.entries(smsStates).map(([value, label]) => ({ value, label }));

const columns: TableColumnType<SmsMessage>[] = [
  { title: "时间", dataIndex: "createdAt", width: 160, render: (_value, row) => showTime(row.createdAt) },
  { title: "手机号", dataIndex: "mobilePhone", width: 120 },
  { title: "内容", dataIndex: "text", ellipsis: true },
  {
    title: "通道",
    dataIndex: "gateway",
    width: 80,
    render: (_value, row) => (row.gateway === "outbox" ? "发件箱" : "网关"),
  },
  {
    title: "状态",
    dataIndex: "status",
    width: 100,
    render: (_value, { status, lastError }) => (
      <span title={lastError ?? ""}>
        <DotText tone={tones[status]} text={smsStates[status]} />
      </span>
    ),
  },
  { title: "尝试", dataIndex: "attempts", width: 60, align: "right" },
];

/** 短信发件箱: what was sent to phones, for those who run the product. */
export default function SmsOutboxSettings() {
  const [pageNo, setPageNo] = useState(1);
  const [mobilePhone, setPhone] = useState("");
  const [status, setStatus] = useState<SmsMessage["status"] | undefined>();
  const query = { pageNo, pageSize: PAGE_SIZE, ...(mobilePhone ? { mobilePhone } : {}), ...(status ? { status } : {}) };
  const answer = useEndpoint(listSmsMessages, { query }, { keepPrevious: true, silent: true });
  const first = (change: () => void) => {
    setPageNo(1);
    change();
  };
  return (
    <div className="settings-list">
      <header>
        <Input.Search
          allowClear
          placeholder="完整手机号"
          aria-label="手机号"
          onSearch={(typed) => first(() => setPhone(typed.trim()))}
        />
        <Select
          allowClear
          placeholder="全部状态"
          aria-label="状态"
          options={states}
          value={status}
          onChange={(chosen) => first(() => setStatus(chosen))}
        />
      </header>
      {answer.error ? (
        <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : (
        <Table<SmsMessage>
          rowKey="id"
          size="small"
          className="tabular"
          loading={answer.isPending}
          dataSource={answer.data?.list ?? []}
          columns={columns}
          pagination={{
            ...{ current: pageNo, pageSize: PAGE_SIZE, total: answer.data?.total ?? 0, onChange: setPageNo },
            ...{ hideOnSinglePage: true, showSizeChanger: false },
          }}
          locale={{ emptyText: answer.isPending ? " " : "没有短信" }}
        />
      )}
    </div>
  );
}
