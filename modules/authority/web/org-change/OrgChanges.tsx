import { listOrgChanges, orgChangeActs, orgChangeStates } from "@ops/authority/contract";
import { actionsOf, columnsOf, PagedTable, StateTag, usePaged } from "@ops/platform/web";
import { OrgImpactView } from "./OrgImpactView.tsx";

/** Lists past and planned moves and merges of an organisation. */
export function OrgChanges({ organizationId }: { readonly organizationId: string }) {
  const changes = usePaged(listOrgChanges, { filters: { organizationId } });
  return (
    <PagedTable
      of={changes}
      columns={columns}
      rowActions={withdrawals}
      expandable={{
        rowExpandable: ({ impact }) => impact !== null,
        expandedRowRender: ({ impact }) => impact && <OrgImpactView impact={impact} />,
      }}
      empty="还没有移动、合并、停用或启用过"
    />
  );
}

const withdrawals = actionsOf(orgChangeActs, {});

const toMinute = (time: string) => time.slice(0, 16);

const columns = columnsOf(listOrgChanges, {
  changeNo: 150,
  kind: 64,
  sourceName: ({ sourceName, targetName }) => (targetName ? `${sourceName} → ${targetName}` : sourceName),
  createdAt: ({ createdAt, plannedAt, doneAt }) =>
    doneAt === null && plannedAt ? `计划 ${toMinute(plannedAt)}` : toMinute(doneAt ?? createdAt),
  createdByName: 90,
  status: ({ status, failure }) => (
    <span title={failure ?? undefined}>
      <StateTag machine={orgChangeStates} state={status} />
    </span>
  ),
});
