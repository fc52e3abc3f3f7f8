import { ApiClientDetail, getApiClient } from "@ops/authority/contract";
import { drawerOf, PlainTable, showTime, tableColumnsOf } from "@ops/platform/web";
import { ClientState } from "../interface/ClientState.tsx";
import { MethodPath } from "../interface/interface-texts.tsx";
import "./api-client.css";

export const ApiClientDrawer = drawerOf({
  endpoint: getApiClient,
  entity: "接口账号",
  title: ({ name }) => `接口账号 · ${name}`,
  tags: (client) => <ClientState client={client} />,
  overview: {
    title: "概览",
    fields: [
      { show: "ak", as: ({ ak }) => <code>{ak}</code> },
      { label: "SK 尾号", show: "skTail", as: ({ skTail }) => <code>…{skTail}</code> },
      "disabledReason",
      "ownerOrgName",
      "ownerUserName",
      { label: "数据范围", show: "actAsUserName", as: ({ actAsUserName }) => actAsUserName ?? "归属组织及下级" },
      { label: "调用上限", show: "ratePerMin", as: ({ ratePerMin }) => `${ratePerMin} 次/分` },
      { show: "validUntil", as: ({ validUntil }) => validUntil ?? "长期有效" },
      "lastUsedAt",
      { show: "ipAllow", full: true, as: ({ ipAllow }) => ipAllow.join("、") || "不限" },
      { show: "remark", full: true },
    ],
    content: (client) => <KeysAndInterfaces client={client} />,
  },
});

function KeysAndInterfaces({ client }: { readonly client: ApiClientDetail }) {
  return (
    <div className="client-detail">
      <section aria-label="密钥">
        <h3>密钥使用</h3>
        <PlainTable
          rowKey="keyNo"
          rows={client.keys}
          columns={[
            ...tableColumnsOf(ApiClientDetail.shape.keys.element, {
              keyNo: { width: 0, align: "left", as: (key) => `#${key.keyNo}${key.isCurrent ? "（当前）" : "（旧）"}` },
              calls: 110,
              lastUsedAt: 165,
            }),
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
        <PlainTable
          pageSize={10}
          rows={client.interfaces}
          columns={tableColumnsOf(ApiClientDetail.shape.interfaces.element, {
            path: { wraps: true, as: (one) => <MethodPath {...one} /> },
            name: { width: 200, wraps: true },
          })}
        />
      </section>
    </div>
  );
}
