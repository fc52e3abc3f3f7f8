import { type ApiClientDetail, getApiClient } from "@ops/authority/contract";
import { FieldList, NotLoaded, showTime, useClosing, useEndpoint } from "@ops/platform/web";
import { Drawer, Skeleton, Table } from "antd";
import { ClientState } from "../interface/ClientState.tsx";
import { MethodPath } from "../interface/interface-texts.tsx";
import "./api-client.css";

export function ApiClientDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { drawer } = useClosing(onClose);
  const answer = useEndpoint(getApiClient, { params: { id } }, { silent: true });
  const client = answer.data;
  return (
    <Drawer size={720} title={client ? `接口账号 · ${client.name}` : "接口账号"} {...drawer}>
      {client && <Client client={client} />}
      {!client && answer.error && <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />}
      {!client && !answer.error && <Skeleton active paragraph={{ rows: 8 }} />}
    </Drawer>
  );
}

function Client({ client }: { readonly client: ApiClientDetail }) {
  return (
    <div className="client-detail">
      <FieldList
        record={client}
        fields={[
          { label: "AK", show: "ak", as: (c) => <code>{c.ak}</code> },
          { label: "SK 尾号", show: "skTail", as: (c) => <code>…{c.skTail}</code> },
          { label: "状态", show: "status", as: (c) => <ClientState client={c} /> },
          { label: "停用原因", show: "disabledReason" },
          { label: "归属组织", show: "ownerOrgName" },
          { label: "负责人", show: "ownerUserName" },
          { label: "数据范围", show: "actAsUserName", as: (c) => c.actAsUserName ?? "归属组织及下级" },
          { label: "调用上限", show: "ratePerMin", as: (c) => `${c.ratePerMin} 次/分` },
          { label: "有效期至", show: "validUntil", as: (c) => c.validUntil ?? "长期有效" },
          { label: "最近调用", show: "lastUsedAt", as: (c) => showTime(c.lastUsedAt) },
          { label: "IP白名单", show: "ipAllow", full: true, as: (c) => c.ipAllow.join("、") || "不限" },
          { label: "备注", show: "remark", full: true },
        ]}
      />
      <section aria-label="密钥">
        <h3>密钥使用</h3>
        <Table
          rowKey="keyNo"
          size="small"
          pagination={false}
          dataSource={[...client.keys]}
          columns={[
            { title: "密钥", key: "no", render: (_, key) => `#${key.keyNo}${key.isCurrent ? "（当前）" : "（旧）"}` },
            { title: "调用次数", dataIndex: "calls", width: 110, align: "right" },
            { title: "最近使用", key: "at", width: 165, render: (_, key) => showTime(key.lastUsedAt) },
            {
              title: "保留至",
              key: "until",
              width: 165,
              render: (_, key) =>
                key.isCurrent ? "-" : client.previousUntil ? showTime(client.previousUntil) : "已失效",
            },
          ]}
        />
      </section>
      <section aria-label="授权接口">
        <h3>授权接口 {client.interfaces.length}</h3>
        <Table
          rowKey="id"
          size="small"
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          dataSource={[...client.interfaces]}
          columns={[
            { title: "接口", key: "path", render: (_, one) => <MethodPath {...one} /> },
            { title: "名称", dataIndex: "name", width: 200 },
          ]}
        />
      </section>
    </div>
  );
}
