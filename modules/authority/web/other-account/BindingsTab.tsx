import { bindKinds, listOtherAccounts, type OtherAccount, type User } from "@ops/authority/contract";
import { DictText, NotLoaded, offered, RowActions, showTime, useAsking, useEndpoint, useMay } from "@ops/platform/web";
import { Table } from "antd";
import { BindingState } from "./BindingState.tsx";
import { personBindingActions } from "./binding-actions.tsx";

/** The identities of one person at other platforms. */
export function BindingsTab({ user }: { readonly user: User }) {
  const may = useMay();
  const { actions, dialog } = useAsking(personBindingActions);
  const answer = useEndpoint(listOtherAccounts, { query: { userId: user.id, pageSize: 50 } }, { silent: true });
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <section aria-label="第三方账号">
      <Table<OtherAccount>
        rowKey="id"
        size="small"
        loading={answer.isPending}
        pagination={false}
        dataSource={answer.data?.list ?? []}
        locale={{ emptyText: "没有绑定第三方账号" }}
        columns={[
          {
            title: "平台",
            key: "platform",
            width: 110,
            render: (_, a) => <DictText code="third_platform" value={a.platform} />,
          },
          { title: "外部账号", dataIndex: "externalId", width: 140 },
          { title: "外部名称", key: "name", render: (_, a) => a.externalName ?? "-" },
          { title: "状态", key: "status", width: 200, render: (_, a) => <BindingState account={a} /> },
          { title: "绑定方式", key: "kind", width: 100, render: (_, a) => bindKinds[a.bindKind] },
          { title: "绑定时间", key: "at", width: 165, render: (_, a) => showTime(a.boundAt) },
          { title: "最近使用", key: "used", width: 165, render: (_, a) => showTime(a.lastUsedAt) },
          {
            title: "操作",
            key: "actions",
            width: 80,
            render: (_, a) => <RowActions actions={offered(actions, a, may)} row={a} />,
          },
        ]}
      />
      {dialog}
    </section>
  );
}
