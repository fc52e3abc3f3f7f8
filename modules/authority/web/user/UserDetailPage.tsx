import {
  getEffectiveRights,
  getUser,
  listLoginLogs,
  listMemberships,
  listOtherAccounts,
  listSessions,
  plainUserFields,
  type User,
} from "@ops/authority/contract";
import { DetailPage, partsOf, recordOf, Unmask } from "@ops/platform/web";
import { Tag } from "antd";
import { MembershipsTab } from "./memberships/MembershipsTab.tsx";
import { useUserActions } from "./use-user-actions.tsx";
import { UserPhone, UserState } from "./user-columns.tsx";

const EffectiveTab = partsOf(() => import("../explain/EffectiveTab.tsx")).standing("EffectiveTab");
const BindingsTab = partsOf(() => import("../other-account/BindingsTab.tsx")).standing("BindingsTab");
const SignInsTab = partsOf(() => import("./sessions/SignInsTab.tsx")).standing("SignInsTab");

/** The actions in the header, most common first. */
const headActions = [
  "edit",
  "unlock",
  "enable",
  "reset",
  "rehire",
  "left",
  "phone",
  "view",
  "giveAdmin",
  "takeAdmin",
  "disable",
  "kick",
  "offboard",
  "remove",
] as const;

const userRecord = recordOf({
  endpoint: getUser,
  entity: "用户",
  title: ({ userName }) => userName,
  number: ({ staffNo }) => staffNo,
  tags: (user) => <Standing user={user} />,
  overview: {
    title: "基本信息",
    fields: [
      "userName",
      { show: "mobilePhone", as: (user) => <UserPhone user={user} /> },
      "staffNo",
      "userType",
      "gender",
      {
        show: "email",
        as: ({ id, email }) => <Unmask of={plainUserFields} id={id} field="email" masked={email} />,
      },
      "primaryPost",
      "source",
      { show: "validUntil", as: ({ validUntil }) => validUntil ?? "长期有效" },
      "lastLoginAt",
      "createdAt",
      { show: "remark", full: true },
    ],
    milestones: { createdAt: "新增用户", lastLoginAt: "最近一次登录" },
  },
  tabs: [
    { key: "posts", title: "任职与角色", needs: listMemberships, content: (user) => <MembershipsTab user={user} /> },
    { key: "rights", title: "有效权限", needs: getEffectiveRights, content: (user) => <EffectiveTab user={user} /> },
    {
      key: "signIns",
      title: "登录与会话",
      needs: [listSessions, listLoginLogs],
      content: (user) => <SignInsTab user={user} />,
    },
    { key: "bindings", title: "第三方账号", needs: listOtherAccounts, content: (user) => <BindingsTab user={user} /> },
  ],
});

export function UserDetailPage({ id }: { readonly id: string }) {
  const action = useUserActions();
  return <DetailPage id={id} of={{ ...userRecord, actions: headActions.map(action) }} />;
}

function Standing({ user }: { readonly user: User }) {
  return (
    <span className="user-state">
      <UserState user={user} />
      {user.boolAdmin && <Tag color="blue">管理员</Tag>}
      {user.mustChangePwd && <Tag>初始密码</Tag>}
    </span>
  );
}
