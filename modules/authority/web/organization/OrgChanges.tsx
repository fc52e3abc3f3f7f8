import { cancelMerge, cancelOrgChange, listOrgChanges, type OrgChange, orgChangeStates } from "@ops/authority/contract";
import { CallFailure, confirm, DictText, NotLoaded, StateTag, useCall, useEndpoint, useMay } from "@ops/platform/web";
import { Button, Table, type TableColumnType } from "antd";
import { useState } from "react";
import { OrgImpactView } from "./OrgImpactView.tsx";

const PAGE_SIZE = 10;
const toMinute = (time: string) => time.slice(0, 16);

/** What happened to the place of an organisation in the tree, and what is planned. */
export function OrgChanges({ organizationId }: { readonly organizationId: string }) {
  const [pageNo, setPageNo] = useState(1);
  const query = { organizationId, pageNo, pageSize: PAGE_SIZE };
  const answer = useEndpoint(listOrgChanges, { query }, { keepPrevious: true, silent: true });
  const columns = useChangeColumns();

  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <Table<OrgChange>
      rowKey="id"
      size="small"
      className="tabular"
      loading={answer.isPending}
      dataSource={answer.data?.list ?? []}
      columns={columns}
      expandable={{
        rowExpandable: ({ impact }) => impact !== null,
        expandedRowRender: ({ impact }) => impact && <OrgImpactView impact={impact} />,
      }}
      pagination={{
        current: pageNo,
        pageSize: PAGE_SIZE,
        total: answer.data?.total ?? 0,
        showSizeChanger: false,
        hideOnSinglePage: true,
        onChange: setPageNo,
      }}
      locale={{ emptyText: answer.isPending ? " " : "还没有移动、合并、停用或启用过" }}
    />
  );
}

function useChangeColumns(): TableColumnType<OrgChange>[] {
  const may = useMay();
  const cancel = useCall(cancelOrgChange, { done: "已撤销", refreshes: [listOrgChanges] });
  const cancelOfMerge = useCall(cancelMerge, { done: "已撤销", refreshes: [listOrgChanges] });
  const withdraw = async ({ id, kind, changeNo, version }: OrgChange) => {
    if (!(await confirm({ title: `撤销变更单 ${changeNo}？`, okText: "撤销", danger: true }))) return;
    try {
      await (kind === "MERGE" ? cancelOfMerge : cancel).call({ params: { id }, body: { version } });
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown; // a failed call has been told already
    }
  };
  return [
    { title: "变更单号", dataIndex: "changeNo", width: 150 },
    {
      title: "类型",
      dataIndex: "kind",
      width: 64,
      render: (kind: string) => <DictText code="org_change_kind" value={kind} />,
    },
    {
      title: "内容",
      dataIndex: "sourceName",
      ellipsis: true,
      render: (source: string, { targetName }) => (targetName ? `${source} → ${targetName}` : source),
    },
    {
      title: "时间",
      dataIndex: "createdAt",
      width: 165,
      render: (createdAt: string, { plannedAt, doneAt }) =>
        doneAt === null && plannedAt ? `计划 ${toMinute(plannedAt)}` : toMinute(doneAt ?? createdAt),
    },
    { title: "操作人", dataIndex: "createdByName", width: 90 },
    {
      title: "状态",
      dataIndex: "status",
      width: 90,
      render: (_status, { status, failure }) => (
        <span title={failure ?? undefined}>
          <StateTag machine={orgChangeStates} state={status} />
        </span>
      ),
    },
    {
      title: "操作",
      key: "actions",
      width: 70,
      render: (_value, change) =>
        orgChangeStates.can(change.status, "cancel") && may(change.kind === "MERGE" ? cancelMerge : cancelOrgChange) ? (
          <Button type="link" size="small" danger onClick={() => void withdraw(change)}>
            撤销
          </Button>
        ) : null,
    },
  ];
}
