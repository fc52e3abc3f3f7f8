import { cancelMerge, cancelOrgChange, listOrgChanges, type OrgChange, orgChangeStates } from "@ops/authority/contract";
import { type Column, DictText, PagedTable, type RowAction, StateTag, useCall, usePaged } from "@ops/platform/web";
import { OrgImpactView } from "./OrgImpactView.tsx";

/** What happened to the place of an organisation in the tree, and what is planned. */
export function OrgChanges({ organizationId }: { readonly organizationId: string }) {
  const changes = usePaged(listOrgChanges, { filters: { organizationId } });
  return (
    <PagedTable
      of={changes}
      columns={columns}
      rowActions={useWithdrawals()}
      expandable={{
        rowExpandable: ({ impact }) => impact !== null,
        expandedRowRender: ({ impact }) => impact && <OrgImpactView impact={impact} />,
      }}
      empty="还没有移动、合并、停用或启用过"
    />
  );
}

/** A merge is withdrawn by those who may merge, every other change by those who may move. */
function useWithdrawals(): RowAction<OrgChange>[] {
  const cancel = useCall(cancelOrgChange, { done: "已撤销" });
  const cancelOfMerge = useCall(cancelMerge, { done: "已撤销" });
  const look = { label: "撤销", danger: true, confirm: ({ changeNo }: OrgChange) => `撤销变更单 ${changeNo}？` };
  const isOpen = ({ status }: OrgChange) => orgChangeStates.can(status, "cancel");
  return [
    {
      ...look,
      needs: cancelMerge,
      when: (change) => change.kind === "MERGE" && isOpen(change),
      run: ({ id, version }) => cancelOfMerge.call({ params: { id }, body: { version } }),
    },
    {
      ...look,
      needs: cancelOrgChange,
      when: (change) => change.kind !== "MERGE" && isOpen(change),
      run: ({ id, version }) => cancel.call({ params: { id }, body: { version } }),
    },
  ];
}

const toMinute = (time: string) => time.slice(0, 16);

const columns: readonly Column<typeof listOrgChanges>[] = [
  { title: "变更单号", show: "changeNo", width: 150 },
  { title: "类型", show: "kind", width: 64, as: ({ kind }) => <DictText code="org_change_kind" value={kind} /> },
  {
    title: "内容",
    show: "sourceName",
    as: ({ sourceName, targetName }) => (targetName ? `${sourceName} → ${targetName}` : sourceName),
  },
  {
    title: "时间",
    show: "createdAt",
    width: 165,
    as: ({ createdAt, plannedAt, doneAt }) =>
      doneAt === null && plannedAt ? `计划 ${toMinute(plannedAt)}` : toMinute(doneAt ?? createdAt),
  },
  { title: "操作人", show: "createdByName", width: 90 },
  {
    title: "状态",
    show: "status",
    width: 90,
    as: ({ status, failure }) => (
      <span title={failure ?? undefined}>
        <StateTag machine={orgChangeStates} state={status} />
      </span>
    ),
  },
];
