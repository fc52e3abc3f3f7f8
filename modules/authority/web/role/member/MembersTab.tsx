import {
  giveGrants,
  grantSources,
  listRoleMembers,
  type RoleDetail,
  type RoleMember,
  revokeGrant,
} from "@ops/authority/contract";
import { PagedTable, showTime, useDialog, useMay, usePaged, useSession } from "@ops/platform/web";
import { Button } from "antd";
import { RevokeDialog } from "../../grant/RevokeDialog.tsx";
import { UserLink } from "../../person/UserLink.tsx";
import { AddMemberDialog } from "./AddMemberDialog.tsx";

/** Who holds the role; given and taken with the guards of every grant (AU-R15, AU-R16). */
export function MembersTab({ role }: { readonly role: RoleDetail }) {
  const may = useMay();
  const me = useSession().user?.id;
  const adding = useDialog<true>();
  const members = usePaged(listRoleMembers, { params: { id: role.id }, pageSize: 20 });
  const isTakable = ({ source, userId }: RoleMember) => source !== "POSITION" && userId !== me;
  return (
    <>
      {may(giveGrants) && (
        <div className="role-versions-head">
          <span className="role-hint">职位带入的成员请调整职位或任职</span>
          <Button type="primary" disabled={role.status !== "ENABLED"} onClick={() => adding.open(true)}>
            添加成员
          </Button>
        </div>
      )}
      <PagedTable
        of={members}
        empty="还没有人持有该角色"
        columns={[
          { title: "姓名", show: "userName", width: 120, as: (m) => <UserLink id={m.userId} name={m.userName} /> },
          { show: "mobilePhone", width: 140 },
          { title: "组织(职位)", show: "post" },
          { title: "来源", show: "source", width: 110, as: ({ source }) => grantSources[source] },
          { title: "生效时间", show: "validFrom", width: 170 },
          { title: "有效期至", show: "validTo", width: 170, as: (m) => (m.validTo ? showTime(m.validTo) : "长期") },
        ]}
        rowActions={[
          {
            label: "收回",
            needs: revokeGrant,
            danger: true,
            when: isTakable,
            ask: (member, close) => (
              <RevokeDialog grant={member} about={`${role.name} · ${member.userName}`} onClose={close} />
            ),
          },
        ]}
      />
      {adding.value && <AddMemberDialog role={role} onClose={adding.close} />}
    </>
  );
}
