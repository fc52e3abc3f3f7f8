import {
  getEffectiveRights,
  getUser,
  listLoginLogs,
  listMemberships,
  listOtherAccounts,
  listSessions,
  plainUserFields,
  type User,
  userSources,
} from "@ops/authority/contract";
import { DetailPage, DictText, LogsView, showTime, Unmask, useMay } from "@ops/platform/web";
import { Tag } from "antd";
import { EffectiveTab } from "../explain/EffectiveTab.tsx";
import { BindingsTab } from "../other-account/BindingsTab.tsx";
import { MembershipsTab } from "./MembershipsTab.tsx";
import { SignInsTab } from "./SignInsTab.tsx";
import { useUserActions } from "./use-user-actions.tsx";
import { UserPhone, UserState } from "./user-columns.tsx";

const headActions = [
  "remove",
  "offboard",
  "left",
  "view",
  "rehire",
  "takeAdmin",
  "giveAdmin",
  "disable",
  "enable",
  "unlock",
  "phone",
  "reset",
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
            { label: "姓名", show: "userName" },
            { label: "手机号", show: "mobilePhone", as: (user) => <UserPhone user={user} /> },
            { label: "工号", show: "staffNo" },
            { label: "用户类型", show: "userType", as: (user) => <DictText code="user_type" value={user.userType} /> },
            {
              label: "邮箱",
              show: "email",
              as: ({ id, email }) => <Unmask of={plainUserFields} id={id} field="email" masked={email} />,
            },
            { label: "主组织(职位)", show: "primaryPost" },
            { label: "来源", show: "source", as: (user) => userSources[user.source] },
            { label: "有效期至", show: "validUntil", as: (user) => user.validUntil ?? "长期有效" },
            { label: "最后登录", show: "lastLoginAt", as: (user) => showTime(user.lastLoginAt) },
            { label: "创建时间", show: "createdAt", as: (user) => showTime(user.createdAt) },
            { label: "备注", show: "remark", full: true },
          ],
        },
      ]}
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

function Standing({ user }: { readonly user: User }) {
  return (
    <span className="user-state">
      <UserState user={user} />
      {user.boolAdmin && <Tag color="blue">管理员</Tag>}
      {user.mustChangePwd && <Tag>初始密码</Tag>}
    </span>
  );
}
