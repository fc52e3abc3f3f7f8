import { ApartmentOutlined } from "@ant-design/icons";
import {
  addMembership,
  editMembership,
  endMembership,
  giveGrants,
  listMemberships,
  type Membership,
  membershipStates,
  type User,
} from "@ops/authority/contract";
import {
  DotText,
  Note,
  PlainTable,
  tableColumnsOf,
  useCall,
  useDialog,
  useEndpoint,
  useMay,
  useSession,
} from "@ops/platform/web";
import { Button, Tag } from "antd";
import { GrantDrawer } from "../../grant/GrantDrawer.tsx";
import { AddMembershipDialog } from "./AddMembershipDialog.tsx";
import { EndMembershipDialog } from "./EndMembershipDialog.tsx";
import { GrantTable } from "./GrantTable.tsx";

const tones = { EFFECTIVE: "good", FUTURE: "warn", ENDED: "off" } as const;

/** Lists the posts of the person and the roles that are granted there (5.2). */
export function MembershipsTab({ user }: { readonly user: User }) {
  const may = useMay();
  const isSelf = useSession().user?.id === user.id;
  const answer = useEndpoint(listMemberships, { params: { id: user.id } });
  const adding = useDialog<true>();
  const ending = useDialog<Membership>();
  const granting = useDialog<Membership>();
  const edit = useCall(editMembership, { done: "操作成功" });
  const memberships = answer.data ?? [];
  const setPrimary = ({ id, startDate, endDate, version }: Membership) =>
    edit.call({ params: { id }, body: { startDate, endDate, isPrimary: true, version } });

  // the staff module manages the main post of a staff account (AU-R11)
  const isStaff = user.source === "STAFF";
  const actions = (membership: Membership) => (
    <span className="membership-actions">
      {may(giveGrants) && membership.isInReach && !user.boolAdmin && (
        <Button type="link" size="small" onClick={() => granting.open(membership)}>
          授予角色
        </Button>
      )}
      {may(editMembership) && canBecomePrimary(membership) && !isStaff && (
        <Button type="link" size="small" disabled={edit.pending} onClick={() => setPrimary(membership)}>
          设为主任职
        </Button>
      )}
      {may(endMembership) && membership.isInReach && !(isStaff && membership.isPrimary) && (
        <Button type="link" size="small" danger onClick={() => ending.open(membership)}>
          结束任职
        </Button>
      )}
    </span>
  );

  return (
    <div className="memberships">
      {may(addMembership) && !isSelf && user.status !== "LEFT" && (
        <header>
          {isStaff && <small className="staff-note">该账号由员工管理维护，主任职请在员工管理修改</small>}
          <Button type="primary" onClick={() => adding.open(true)}>
            新增任职
          </Button>
        </header>
      )}
      <PlainTable<Membership>
        of={answer}
        rows={memberships}
        empty={<Note icon={<ApartmentOutlined />} sentence="还没有任职，该用户暂时无法登录" />}
        expandable={{
          defaultExpandAllRows: false,
          expandedRowRender: (membership) => <GrantTable membership={membership} isSelf={isSelf} />,
        }}
        columns={[
          ...tableColumnsOf(listMemberships, {
            organizationName: {
              title: "组织(职位)",
              wraps: true,
              as: (membership) => <Post membership={membership} />,
            },
            status: {
              title: "状态",
              width: 110,
              as: ({ status }) => <DotText tone={tones[status]} text={membershipStates[status]} />,
            },
            startDate: { title: "起止日期", width: 210, as: (m) => `${m.startDate} 至 ${m.endDate ?? "长期"}` },
            grants: { width: 90, as: (m) => `${m.grants.length + m.otherGrants} 项` },
          }),
          {
            title: "操作",
            key: "actions",
            width: 250,
            render: (_, m) => (m.status === "ENDED" || isSelf || !m.isInReach ? "-" : actions(m)),
          },
        ]}
      />
      {adding.value && <AddMembershipDialog user={user} onClose={adding.close} />}
      {ending.value && <EndMembershipDialog membership={ending.value} others={memberships} onClose={ending.close} />}
      {granting.value && <GrantDrawer user={user} membership={granting.value} onClose={granting.close} />}
    </div>
  );
}

function canBecomePrimary({ isInReach, status, isPrimary }: Membership): boolean {
  return isInReach && status === "EFFECTIVE" && !isPrimary;
}

function Post({ membership }: { readonly membership: Membership }) {
  return (
    <span className="user-state">
      {membership.organizationName}({membership.positionName}){membership.isPrimary && <Tag color="blue">主任职</Tag>}
      {membership.isAsleep && <Tag>组织已停用</Tag>}
    </span>
  );
}
