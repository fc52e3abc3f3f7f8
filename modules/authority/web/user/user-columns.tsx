import { listUsers, plainUserFields, type User, userStates } from "@ops/authority/contract";
import { columnsOf, StateTag, showTime, Unmask } from "@ops/platform/web";
import { Tag } from "antd";
import { RiskTag } from "../role/RiskTag.tsx";
import { RoleTags } from "./memberships/RoleTags.tsx";
import "./user.css";

export const userColumns = columnsOf(listUsers, {
  userName: 110,
  mobilePhone: (u) => <UserPhone user={u} />,
  staffNo: 95,
  userType: true,
  status: { width: 115, as: (u) => <UserState user={u} /> },
  primaryPost: 195,
  membershipCount: 75,
  roleNames: { width: 210, as: (u) => <RoleTags names={u.roleNames} others={u.otherRoleCount} /> },
  risk: { width: 70, as: ({ risk }) => <RiskTag risk={risk} /> },
  lastLoginAt: true,
  validUntil: true,
  createdAt: true,
});

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
