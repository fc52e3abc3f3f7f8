import { getOrganization, type Organization, OrganizationPage } from "@ops/authority/contract";
import { DetailPage, pageOf, RegionText, recordOf, showValue, usePages } from "@ops/platform/web";
import { ChildOrganizations } from "../organization/ChildOrganizations.tsx";
import { OrganizationCoverage } from "../organization/OrganizationCoverage.tsx";
import { OrganizationMembers } from "../organization/OrganizationMembers.tsx";
import { OrganizationState } from "../organization/OrganizationState.tsx";
import { OrgChanges } from "./OrgChanges.tsx";
import { organizationActions } from "./organization-actions.tsx";
import "../organization/organization.css";

const organizationRecord = recordOf({
  endpoint: getOrganization,
  entity: "组织",
  title: ({ name }) => name,
  number: ({ code }) => code,
  tags: (organization) => <OrganizationState organization={organization} />,
  overview: {
    title: "基本信息",
    fields: [
      "code",
      "name",
      "shortName",
      "type",
      "parentName",
      { show: "level", as: ({ level }) => `第 ${level} 级` },
      "leaderName",
      "deputyNames",
      { show: "ownPeople", as: ({ ownPeople, totalPeople }) => `${ownPeople} 人，含下级 ${totalPeople} 人` },
      {
        label: "省市区",
        show: "regionCode",
        as: ({ regionCode, regionName }) => <RegionText code={regionCode} name={regionName} />,
      },
      "phone",
      "sort",
      { show: "address", full: true },
      { show: "pathNames", full: true, as: ({ pathNames }) => pathNames.join(" / ") },
      {
        label: "维护方",
        show: "managedBy",
        full: true,
        when: ({ managedBy }) => managedBy !== null,
        as: ({ managedBy }) => showValue(managedBy && `${managedBy.module}，请在${managedBy.page}修改`),
      },
      "createdAt",
      "updatedAt",
    ],
  },
});

export default pageOf(OrganizationPage, function OrgDetailPage({ data }) {
  const pages = usePages();
  const open = (id: string) => pages.open(OrganizationPage.addressOf({ mode: "view", id }));
  const record = {
    ...organizationRecord,
    actions: organizationActions({ onCreated: ({ id }) => open(id), onRemoved: pages.back }),
    tabs: [
      { key: "members", title: "人员", content: ({ id }: Organization) => <OrganizationMembers key={id} id={id} /> },
      {
        key: "children",
        title: "下级组织",
        content: ({ id }: Organization) => <ChildOrganizations id={id} onSelect={open} />,
      },
      {
        key: "coverage",
        title: "谁能看到",
        content: ({ id }: Organization) => <OrganizationCoverage key={id} id={id} />,
      },
      {
        key: "changes",
        title: "变更记录",
        content: ({ id }: Organization) => <OrgChanges key={id} organizationId={id} />,
      },
    ],
  };
  return <DetailPage id={data.id} of={record} />;
});
