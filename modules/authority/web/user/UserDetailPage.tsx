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
import { DetailPage, LatestEvents, LogsView, partsOf, showTime, Unmask, useMay } from "@ops/platform/web";
import { Tag } from "antd";
import { MembershipsTab } from "./memberships/MembershipsTab.tsx";
import { useUserActions } from "./use-user-actions.tsx";
import { UserPhone, UserState } from "./user-columns.tsx";

const EffectiveTab = partsOf(() => import("../explain/EffectiveTab.tsx")).standing("EffectiveTab");
const BindingsTab = partsOf(() => import("../other-account/BindingsTab.tsx")).standing("BindingsTab");
const SignInsTab = partsOf(() => import("./sessions/SignInsTab.tsx")).standing("SignInsTab");

/** The last ones stand as buttons. */
const headActions = [
  "remove",
  "offboard",
  "kick",
  "disable",
  "takeAdmin",
  "giveAdmin",
  "view",
  "phone",
  "left",
  "rehire",
  "reset",
  "enable",
  "unlock",
  "edit",
] as const;

export function UserDetailPage({ id }: { readonly id: string }) {
  const may = useMay();
  const action = useUserActions();

  return (
    <DetailPage
      endpoint={getUser}
      params={{ id }}
      title={(user) => user.userName}
      number={(user) => user.staffNo}
      state={(user) => <Standing user={user} />}
      actions={headActions.map(action)}
      cards={[
        {
          title: "基本信息",
          fields: [
            { show: "userName" },
            { show: "mobilePhone", as: (user) => <UserPhone user={user} /> },
            { show: "staffNo" },
            { show: "userType" },
            { show: "gender" },
            {
              show: "email",
              as: ({ id, email }) => <Unmask of={plainUserFields} id={id} field="email" masked={email} />,
            },
            { show: "primaryPost" },
            { show: "source" },
            { show: "validUntil", as: ({ validUntil }) => validUntil ?? "长期有效" },
            { show: "lastLoginAt" },
            { show: "createdAt" },
            { show: "remark", full: true },
          ],
        },
      ]}
      aside={{
        title: "近期动态",
        content: (user) => (
          <LatestEvents key={user.version} bizType="appUser" bizId={user.id} most={3} instead={milestonesOf(user)} />
        ),
      }}
      tabs={[
        { title: "任职与角色", when: () => may(listMemberships), content: (user) => <MembershipsTab user={user} /> },
        { title: "有效权限", when: () => may(getEffectiveRights), content: (user) => <EffectiveTab user={user} /> },
        {
          title: "登录与会话",
          when: () => may(listSessions) || may(listLoginLogs),
          content: (user) => <SignInsTab user={user} />,
        },
        { title: "第三方账号", when: () => may(listOtherAccounts), content: (user) => <BindingsTab user={user} /> },
        { title: "操作日志", content: (user) => <LogsView key={user.version} bizType="appUser" bizId={user.id} /> },
      ]}
    />
  );
}

/** For people whose log does not reach back to their coming. */
function milestonesOf({ createdAt, lastLoginAt }: User) {
  return [
    { id: "created", at: showTime(createdAt), text: "新增用户" },
    ...(lastLoginAt ? [{ id: "login", at: showTime(lastLoginAt), text: "最近一次登录" }] : []),
  ];
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
