import { getOrganization, type Organization } from "@ops/authority/contract";
import { DetailPage, DictText, showTime, showValue, useDialog, usePage, usePages } from "@ops/platform/web";
import { ChildOrganizations } from "./ChildOrganizations.tsx";
import { OrganizationCoverage } from "./OrganizationCoverage.tsx";
import { OrganizationMembers } from "./OrganizationMembers.tsx";
import { OrganizationState } from "./OrganizationState.tsx";
import { type ChangeKind, OrgChangeDialog } from "./OrgChangeDialog.tsx";
import { OrgChanges } from "./OrgChanges.tsx";
import { organizationActions } from "./organization-actions.tsx";
import { useRegionName } from "./RegionInput.tsx";
import "./organization.css";

const PATH = "/AuthorityManagement/OrgManagementDetail/{data}";

export default function OrgDetailPage() {
  const { data } = usePage();
  const pages = usePages();
  const changing = useDialog<{ kind: ChangeKind; source: Organization }>();
  const open = (id: string) => pages.open(PATH, { id, mode: "view" });
  const actions = organizationActions({
    onCreated: ({ id }) => open(id),
    onChange: (kind, source) => changing.open({ kind, source }),
    onRemoved: pages.back,
  });

  return (
    <DetailPage
      endpoint={getOrganization}
      params={{ id: data?.id ?? "" }}
      title={(it) => it.name}
      number={(it) => it.code}
      state={(it) => <OrganizationState organization={it} />}
      actions={actions}
      cards={[
        {
          title: "基本信息",
          fields: [
            { label: "组织编码", show: "code" },
            { label: "名称", show: "name" },
            { label: "简称", show: "shortName" },
            { label: "类型", show: "type", as: ({ type }) => <DictText code="organization_type" value={type} /> },
            { label: "上级组织", show: "parentName" },
            { label: "层级", show: "level", as: ({ level }) => `第 ${level} 级` },
            { label: "负责人", show: "leaderName" },
            { label: "副职", show: "deputyNames" },
            { label: "人员", show: "ownPeople", as: (it) => `${it.ownPeople} 人，含下级 ${it.totalPeople} 人` },
            { label: "省市区", show: "regionCode", as: ({ regionCode }) => <RegionName code={regionCode} /> },
            { label: "电话", show: "phone" },
            { label: "排序", show: "sort" },
            { label: "地址", show: "address", full: true },
            { label: "组织路径", show: "pathNames", full: true, as: ({ pathNames }) => pathNames.join(" / ") },
            {
              label: "维护方",
              show: "managedBy",
              full: true,
              when: ({ managedBy }) => managedBy !== null,
              as: ({ managedBy }) => showValue(managedBy && `${managedBy.module}，请在${managedBy.page}修改`),
            },
            { label: "创建时间", show: "createdAt", as: ({ createdAt }) => showTime(createdAt) },
            { label: "更新时间", show: "updatedAt", as: ({ updatedAt }) => showTime(updatedAt) },
          ],
        },
      ]}
      tabs={[
        { title: "人员", content: ({ id }) => <OrganizationMembers key={id} id={id} /> },
        { title: "下级组织", content: ({ id }) => <ChildOrganizations id={id} onSelect={open} /> },
        { title: "谁能看到", content: ({ id }) => <OrganizationCoverage key={id} id={id} /> },
        { title: "变更记录", content: ({ id }) => <OrgChanges key={id} organizationId={id} /> },
      ]}
    >
      {changing.value && <OrgChangeDialog {...changing.value} targetId={null} onClose={changing.close} />}
    </DetailPage>
  );
}

function RegionName({ code }: { readonly code: string | null }) {
  return useRegionName(code);
}
