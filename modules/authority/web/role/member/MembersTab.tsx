import { giveGrants, listRoleMembers, type RoleDetail, type RoleMember, revokeGrant } from "@ops/authority/contract";
import { columnsOf, PagedTable, showTime, useDialog, useMay, usePaged, useSession } from "@ops/platform/web";
import { Button } from "antd";
import { RevokeDialog } from "../../grant/RevokeDialog.tsx";
import { UserLink } from "../../person/UserLink.tsx";
import { AddMemberDialog } from "./AddMemberDialog.tsx";

/** Lists the people who have the role. Adding and removing them follows the rules of every grant (AU-R15, AU-R16). */
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
        columns={columnsOf(listRoleMembers, {
          userName: { width: 120, as: (m) => <UserLink id={m.userId} name={m.userName} /> },
          mobilePhone: true,
          post: true,
          source: 110,
          validFrom: true,
          validTo: (m) => (m.validTo ? showTime(m.validTo) : "长期"),
        })}
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
