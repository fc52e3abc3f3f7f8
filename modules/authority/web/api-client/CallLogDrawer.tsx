import { type ApiClient, type ApiClientCall, listApiClientCalls } from "@ops/authority/contract";
import { columnsOf, DotText, PagedTable, useClosing, usePaged } from "@ops/platform/web";
import { Drawer, Segmented } from "antd";
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
  const { drawer } = useClosing(onClose);
  const [only, setOnly] = useState<"all" | "failed">("all");
  const filters = { failed: only === "failed" ? "true" : "" };
  const calls = usePaged(listApiClientCalls, { params: { id: client.id }, filters, pageSize: 20 });
  return (
    <Drawer size={980} title={`调用日志 · ${client.name}`} {...drawer}>
      <header className="client-calls-head">
        <Segmented
          value={only}
          onChange={setOnly}
          options={[
            { value: "all", label: "全部" },
            { value: "failed", label: "仅失败" },
          ]}
        />
        <small>保留最近 7 天</small>
      </header>
      <PagedTable
        of={calls}
        empty={only === "failed" ? "最近 7 天没有失败的调用" : "最近 7 天没有调用"}
        columns={columnsOf(listApiClientCalls, {
          occurredAt: true,
          path: (call) => <MethodPath {...call} />,
          name: 130,
          msgCode: { width: 150, as: (call) => <Outcome call={call} /> },
          ip: 105,
          keyNo: { width: 60, as: ({ keyNo }) => (keyNo === null ? "-" : `#${keyNo}`) },
          ms: true,
        })}
      />
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
