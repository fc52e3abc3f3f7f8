import { type ApiClient, type ApiClientCall, listApiClientCalls } from "@ops/authority/contract";
import { DotText, NotLoaded, showTime, useEndpoint } from "@ops/platform/web";
import { Drawer, Segmented, Table } from "antd";
import { useState } from "react";
import { MethodPath } from "../interface/interface-texts.tsx";
import "./api-client.css";

const refusals: Readonly<Record<string, string>> = {
  API_SIGNATURE: "签名错误",
  API_EXPIRED: "请求已过期",
  API_REPLAY: "重复请求",
  API_CLIENT_OFF: "账号已停用或已过期",
  API_IP: "IP不在白名单",
  API_NOT_GRANTED: "接口未授权",
  API_RATE: "超出调用频率",
  COMMON_NOT_FOUND: "数据不存在",
  COMMON_PARAM: "参数不正确",
  COMMON_VERSION_CONFLICT: "版本冲突",
};

/** The calls of the last week, the newest first. */
export function CallLogDrawer({ client, onClose }: { readonly client: ApiClient; readonly onClose: () => void }) {
  const [pageNo, setPageNo] = useState(1);
  const [only, setOnly] = useState<"all" | "failed">("all");
  const query = { pageNo, pageSize: 20, ...(only === "failed" ? { failed: "true" } : {}) };
  const answer = useEndpoint(listApiClientCalls, { params: { id: client.id }, query }, { keepPrevious: true });
  const choose = (chosen: "all" | "failed") => {
    setOnly(chosen);
    setPageNo(1);
  };
  return (
    <Drawer open size={980} title={`调用日志 · ${client.name}`} onClose={onClose}>
      <header className="client-calls-head">
        <Segmented
          value={only}
          onChange={choose}
          options={[
            { value: "all", label: "全部" },
            { value: "failed", label: "仅失败" },
          ]}
        />
        <small>保留最近 7 天</small>
      </header>
      {answer.error && !answer.data ? (
        <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : (
        <Table<ApiClientCall>
          rowKey="id"
          size="small"
          loading={answer.isPending}
          dataSource={answer.data?.list ?? []}
          locale={{ emptyText: only === "failed" ? "最近 7 天没有失败的调用" : "最近 7 天没有调用" }}
          pagination={{
            current: pageNo,
            pageSize: 20,
            total: answer.data?.total ?? 0,
            showSizeChanger: false,
            onChange: setPageNo,
          }}
          columns={[
            { title: "时间", key: "at", width: 155, render: (_, call) => showTime(call.occurredAt) },
            { title: "接口", key: "path", ellipsis: true, render: (_, call) => <MethodPath {...call} /> },
            { title: "名称", dataIndex: "name", width: 130, ellipsis: true },
            { title: "结果", key: "result", width: 150, render: (_, call) => <Outcome call={call} /> },
            { title: "IP", dataIndex: "ip", width: 105 },
            { title: "密钥", key: "key", width: 60, render: (_, { keyNo }) => (keyNo === null ? "-" : `#${keyNo}`) },
            { title: "耗时(ms)", dataIndex: "ms", width: 80, align: "right" },
          ]}
        />
      )}
    </Drawer>
  );
}

function Outcome({ call: { status, msgCode } }: { readonly call: ApiClientCall }) {
  if (msgCode === "") return <DotText tone="good" text="成功" />;
  return (
    <span title={`HTTP ${status} ${msgCode}`}>
      <DotText tone="bad" text={refusals[msgCode] ?? msgCode} />
    </span>
  );
}
