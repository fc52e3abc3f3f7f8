import { getOrganization, type Organization } from "@ops/authority/contract";
import { DetailPage, RegionText, showValue, useDialog, usePage, usePages } from "@ops/platform/web";
import { ChildOrganizations } from "../organization/ChildOrganizations.tsx";
import { OrganizationCoverage } from "../organization/OrganizationCoverage.tsx";
import { OrganizationMembers } from "../organization/OrganizationMembers.tsx";
import { OrganizationState } from "../organization/OrganizationState.tsx";
import { OrgChangeDialog } from "./lazy-dialogs.ts";
import type { ChangeKind } from "./OrgChangeDialog.tsx";
import { OrgChanges } from "./OrgChanges.tsx";
import { organizationActions } from "./organization-actions.tsx";
import "../organization/organization.css";

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
            { show: "code" },
            { show: "name" },
            { show: "shortName" },
            { show: "type" },
            { show: "parentName" },
            { show: "level", as: ({ level }) => `第 ${level} 级` },
            { show: "leaderName" },
            { show: "deputyNames" },
            { show: "ownPeople", as: (it) => `${it.ownPeople} 人，含下级 ${it.totalPeople} 人` },
            {
              label: "省市区",
              show: "regionCode",
              as: ({ regionCode, regionName }) => <RegionText code={regionCode} name={regionName} />,
            },
            { show: "phone" },
            { show: "sort" },
            { show: "address", full: true },
            { show: "pathNames", full: true, as: ({ pathNames }) => pathNames.join(" / ") },
            {
              label: "维护方",
              show: "managedBy",
              full: true,
              when: ({ managedBy }) => managedBy !== null,
              as: ({ managedBy }) => showValue(managedBy && `${managedBy.module}，请在${managedBy.page}修改`),
            },
            { show: "createdAt" },
            { show: "updatedAt" },
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
