import { type listUsers, plainUserFields, type User, userStates } from "@ops/authority/contract";
import { type Column, DictText, StateTag, showTime, Unmask } from "@ops/platform/web";
import { Tag } from "antd";
import { RoleTags } from "./RoleTags.tsx";
import "./user.css";

export const userColumns: readonly Column<typeof listUsers>[] = [
  { title: "姓名", show: "userName", width: 110 },
  { title: "手机号", show: "mobilePhone", width: 140, as: (u) => <UserPhone user={u} /> },
  { title: "工号", show: "staffNo", width: 95 },
  { title: "用户类型", show: "userType", width: 90, as: (u) => <DictText code="user_type" value={u.userType} /> },
  { title: "状态", show: "status", width: 115, as: (u) => <UserState user={u} /> },
  { title: "主组织(职位)", show: "primaryPost", width: 195 },
  { title: "任职数", show: "membershipCount", width: 75, align: "right" },
  {
    title: "角色",
    show: "roleNames",
    width: 210,
    as: (u) => <RoleTags names={u.roleNames} others={u.otherRoleCount} />,
  },
  { title: "最后登录", show: "lastLoginAt", width: 155, as: (u) => showTime(u.lastLoginAt) },
  { title: "有效期至", show: "validUntil", width: 110 },
  { title: "创建时间", show: "createdAt", width: 155, as: (u) => showTime(u.createdAt) },
];

export function UserPhone({ user }: { readonly user: User }) {
  return <Unmask of={plainUserFields} id={user.id} field="mobilePhone" masked={user.mobilePhone} />;
}

export function UserState({ user }: { readonly user: User }) {
  return (
    <span className="user-state">
      <StateTag machine={userStates} state={user.status} />
      {user.lockedUntil && (
        <Tag color="red" title={`锁定至 ${showTime(user.lockedUntil)}`}>
          锁定
        </Tag>
      )}
    </span>
  );
}
