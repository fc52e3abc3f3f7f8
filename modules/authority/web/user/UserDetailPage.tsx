import { disableUser, editUser, enableUser, getUser, type User, userStates } from "@ops/authority/contract";
import { DetailPage, DictText, StateTag, showTime, useDialog, usePage } from "@ops/platform/web";
import { EditUserDialog } from "./EditUserDialog.tsx";
import { UserReasonDialog } from "./UserReasonDialog.tsx";

export default function UserDetailPage() {
  const { data } = usePage();
  const editing = useDialog<User>();
  const disabling = useDialog<User>();
  const enabling = useDialog<User>();

  return (
    <DetailPage
      endpoint={getUser}
      params={{ id: data?.id ?? "" }}
      title={(user) => user.userName}
      number={(user) => user.staffNo}
      state={(user) => <StateTag machine={userStates} state={user.status} />}
      actions={[
        {
          label: "停用",
          needs: disableUser,
          danger: true,
          when: (user) => userStates.can(user.status, "disable"),
          run: disabling.open,
        },
        { label: "启用", needs: enableUser, when: (user) => userStates.can(user.status, "enable"), run: enabling.open },
        { label: "编辑", needs: editUser, primary: true, run: editing.open },
      ]}
      cards={[
        {
          title: "基本信息",
          fields: [
            { label: "姓名", show: "userName" },
            { label: "手机号", show: "mobilePhone" },
            { label: "工号", show: "staffNo" },
            { label: "用户类型", show: "userType", as: (user) => <DictText code="user_type" value={user.userType} /> },
            { label: "邮箱", show: "email" },
            { label: "管理员", show: "boolAdmin" },
            { label: "备注", show: "remark", full: true },
          ],
        },
        {
          title: "账号信息",
          fields: [
            { label: "状态", show: "status", as: (user) => <StateTag machine={userStates} state={user.status} /> },
            { label: "主组织(职位)", show: "primaryPost" },
            { label: "最后登录", show: "lastLoginAt", as: (user) => showTime(user.lastLoginAt) },
            { label: "创建时间", show: "createdAt", as: (user) => showTime(user.createdAt) },
          ],
        },
      ]}
    >
      {editing.value && <EditUserDialog user={editing.value} onClose={editing.close} />}
      {disabling.value && <UserReasonDialog move="disable" user={disabling.value} onClose={disabling.close} />}
      {enabling.value && <UserReasonDialog move="enable" user={enabling.value} onClose={enabling.close} />}
    </DetailPage>
  );
}
