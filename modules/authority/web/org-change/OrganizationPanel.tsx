import { ApartmentOutlined } from "@ant-design/icons";
import { getOrganization, type Organization, OrganizationPage } from "@ops/authority/contract";
import {
  FieldList,
  Note,
  NotLoaded,
  offered,
  RowActions,
  useAsking,
  useEndpoint,
  useMay,
  usePages,
} from "@ops/platform/web";
import { Button, Skeleton, Tabs } from "antd";
import type { ReactNode } from "react";
import { ChildOrganizations } from "../organization/ChildOrganizations.tsx";
import { OrganizationMembers } from "../organization/OrganizationMembers.tsx";
import { OrganizationState } from "../organization/OrganizationState.tsx";
import { OrgChanges } from "./OrgChanges.tsx";
import { organizationActions } from "./organization-actions.tsx";

interface Props {
  readonly id: string | null;
  readonly onSelect: (id: string) => void;
  readonly tools: ReactNode;
}

/** Shows the organisation that is selected in the tree. */
export function OrganizationPanel({ id, tools, ...ways }: Props) {
  const answer = useEndpoint(
    getOrganization,
    { params: { id: id ?? "" } },
    { enabled: id !== null, keepPrevious: true, silent: true },
  );
  return (
    <div className="org-panel org-main" aria-busy={answer.isFetching}>
      {answer.data ? (
        <PanelBody organization={answer.data} tools={tools} {...ways} />
      ) : (
        <>
          <header className="org-head">
            <h1>组织管理</h1>
            <div className="org-tools">{tools}</div>
          </header>
          {answer.error ? (
            <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />
          ) : id === null ? (
            <Note icon={<ApartmentOutlined />} sentence="请在左侧选择组织" />
          ) : (
            <Skeleton className="org-loading" active paragraph={{ rows: 6 }} />
          )}
        </>
      )}
    </div>
  );
}

type BodyProps = Omit<Props, "id"> & { readonly organization: Organization };

function PanelBody({ organization, onSelect, tools }: BodyProps) {
  const may = useMay();
  const pages = usePages();
  const { id, name, code, parentId } = organization;
  const { actions, dialog } = useAsking<Organization, { readonly primary?: boolean }>(
    organizationActions({
      onCreated: (created) => onSelect(created.id),
      onRemoved: () => parentId && onSelect(parentId),
    }),
  );
  const primary = actions.find((action) => action.primary);
  const others = offered(
    actions.filter((action) => action !== primary),
    organization,
    may,
  );

  return (
    <>
      <header className="org-head">
        <h1>{name}</h1>
        <span className="detail-number">{code}</span>
        <OrganizationState organization={organization} />
        <div className="org-tools">
          <RowActions actions={others} row={organization} />
          {tools}
          <Button onClick={() => pages.open(OrganizationPage.addressOf({ mode: "view", id }))}>详情</Button>
          {primary && offered([primary], organization, may).length > 0 && (
            <Button type="primary" onClick={() => primary.run(organization)}>
              {primary.label}
            </Button>
          )}
        </div>
      </header>
      <div className="org-facts">
        <Facts organization={organization} />
      </div>
      <Tabs
        className="org-tabs"
        items={[
          { key: "children", label: "下级组织", children: <ChildOrganizations id={id} onSelect={onSelect} /> },
          { key: "members", label: "人员", children: <OrganizationMembers id={id} key={id} /> },
          { key: "changes", label: "变更记录", children: <OrgChanges organizationId={id} key={id} /> },
        ]}
      />
      {dialog}
    </>
  );
}

function Facts({ organization }: { readonly organization: Organization }) {
  return (
    <FieldList
      record={organization}
      schema={getOrganization.answer}
      fields={[
        "type",
        "leaderName",
        { show: "ownPeople", as: ({ ownPeople, totalPeople }) => `${ownPeople} 人，含下级 ${totalPeople} 人` },
        { show: "pathNames", full: true, as: ({ pathNames }) => pathNames.join(" / ") },
      ]}
    />
  );
}
