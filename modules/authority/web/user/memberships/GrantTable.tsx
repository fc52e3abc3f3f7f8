import { grantSources, type Membership, type RoleGrant, revokeGrant } from "@ops/authority/contract";
import { showTime, useDialog, useMay } from "@ops/platform/web";
import { Button, Table } from "antd";
import { RevokeDialog } from "../../grant/RevokeDialog.tsx";

interface Props {
  readonly membership: Membership;
  readonly isSelf: boolean;
}

/** What is granted in one membership, with source and validity. */
export function GrantTable({ membership, isSelf }: Props) {
  const may = useMay();
  const revoking = useDialog<RoleGrant>();
  const mayRevoke = (grant: RoleGrant) => may(revokeGrant) && !isSelf && grant.source !== "POSITION";

  return (
    <div className="membership-grants">
      <Table<RoleGrant>
        rowKey="id"
        size="small"
        pagination={false}
        dataSource={membership.grants}
        locale={{ emptyText: "没有授予角色" }}
        {...(membership.otherGrants > 0 ? { footer: () => `其他授权 ${membership.otherGrants} 项` } : {})}
        columns={[
          { title: "角色", dataIndex: "roleName" },
          { title: "来源", key: "source", width: 100, render: (_, { source }) => grantSources[source] },
          { title: "生效时间", key: "from", width: 165, render: (_, { validFrom }) => showTime(validFrom) },
          {
            title: "失效时间",
            key: "to",
            width: 165,
            render: (_, { validTo }) => (validTo ? showTime(validTo) : "长期"),
          },
          { title: "授予人", dataIndex: "grantedByName", width: 110 },
          { title: "原因", key: "reason", render: (_, { reason }) => reason ?? "-" },
          { title: "操作", key: "actions", width: 80, render: (_, grant) => (mayRevoke(grant) ? revoke(grant) : "-") },
        ]}
      />
      {revoking.value && (
        <RevokeDialog grant={revoking.value} about={revoking.value.roleName} onClose={revoking.close} />
      )}
    </div>
  );

  function revoke(grant: RoleGrant) {
    return (
      <Button type="link" size="small" danger onClick={() => revoking.open(grant)}>
        收回
      </Button>
    );
  }
}
