import { type listUsers, plainUserFields, type User, userStates } from "@ops/authority/contract";
import { type Column, StateTag, showTime, Unmask } from "@ops/platform/web";
import { Tag } from "antd";
import { RiskTag } from "../role/RiskTag.tsx";
import { RoleTags } from "./memberships/RoleTags.tsx";
import "./user.css";

export const userColumns: readonly Column<typeof listUsers>[] = [
  { show: "userName", width: 110 },
  { show: "mobilePhone", width: 140, as: (u) => <UserPhone user={u} /> },
  { show: "staffNo", width: 95 },
  { show: "userType", width: 90 },
  { show: "status", width: 115, as: (u) => <UserState user={u} /> },
  { show: "primaryPost", width: 195 },
  { show: "membershipCount", width: 75, align: "right" },
  { show: "roleNames", width: 210, as: (u) => <RoleTags names={u.roleNames} others={u.otherRoleCount} /> },
  { show: "risk", width: 70, as: ({ risk }) => <RiskTag risk={risk} /> },
  { show: "lastLoginAt", width: 155 },
  { show: "validUntil", width: 110 },
  { show: "createdAt", width: 155 },
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
