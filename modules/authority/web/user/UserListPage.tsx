import { disableUser, editUser, enableUser, getUser, listUsers, type User, userStates } from "@ops/authority/contract";
import {
  DictText,
  dayRangeFilter,
  dictFilter,
  ListPage,
  StateTag,
  showTime,
  stateFilter,
  textFilter,
  useDialog,
  usePages,
} from "@ops/platform/web";
import { EditUserDialog } from "./EditUserDialog.tsx";
import { UserReasonDialog } from "./UserReasonDialog.tsx";

const can =
  (move: "disable" | "enable") =>
  ({ status }: User) =>
    userStates.can(status, move);

export default function UserListPage() {
  const pages = usePages();
  const editing = useDialog<User>();
  const disabling = useDialog<User>();
  const enabling = useDialog<User>();
  const open = ({ id }: User) => pages.open("/AuthorityManagement/UserManagementDetail/{data}", { id, mode: "view" });

  return (
    <ListPage
      title="用户管理"
      endpoint={listUsers}
      filters={[
        textFilter("keyword", "关键字", "姓名 / 手机号 / 工号"),
        dictFilter("userType", "用户类型", "user_type"),
        stateFilter("status", "状态", userStates),
        dayRangeFilter("createdAt", "创建时间"),
      ]}
      columns={[
        { title: "姓名", show: "userName", width: 110 },
        { title: "手机号", show: "mobilePhone", width: 130 },
        { title: "工号", show: "staffNo", width: 100 },
        {
          title: "用户类型",
          show: "userType",
          width: 100,
          as: (u) => <DictText code="user_type" value={u.userType} />,
        },
        { title: "主组织(职位)", show: "primaryPost", width: 195 },
        { title: "状态", show: "status", width: 90, as: (u) => <StateTag machine={userStates} state={u.status} /> },
        { title: "最后登录", show: "lastLoginAt", width: 155, as: (u) => showTime(u.lastLoginAt) },
        { title: "创建时间", show: "createdAt", width: 155, as: (u) => showTime(u.createdAt) },
      ]}
      rowActions={[
        { label: "详情", needs: getUser, run: open },
        { label: "编辑", needs: editUser, run: editing.open },
        { label: "停用", needs: disableUser, when: can("disable"), danger: true, run: disabling.open },
        { label: "启用", needs: enableUser, when: can("enable"), run: enabling.open },
      ]}
      onOpen={open}
    >
      {editing.value && <EditUserDialog user={editing.value} onClose={editing.close} />}
      {disabling.value && <UserReasonDialog move="disable" user={disabling.value} onClose={disabling.close} />}
      {enabling.value && <UserReasonDialog move="enable" user={enabling.value} onClose={enabling.close} />}
    </ListPage>
  );
}
