import { getUser, idleBuckets, listIdleUsers } from "@ops/authority/contract";
import { DictText, goTo, ListPage, showTime, textFilter } from "@ops/platform/web";
import { addressOfUser } from "./address-of-user.ts";
import { useUserActions } from "./use-user-actions.tsx";
import { UserState } from "./user-columns.tsx";

const names = { "45-59": "45–59 天", "60+": "60 天以上", "180+": "180 天以上" };

/** Accounts that nobody has used for long (AU-R9). */
export function DormantListPage() {
  const action = useUserActions();
  return (
    <ListPage
      title="休眠账号"
      memory=":dormant"
      endpoint={listIdleUsers}
      filters={[textFilter("keyword", "关键字", "姓名 / 手机号 / 工号")]}
      tabs={{ name: "idle", options: idleBuckets.map((value) => ({ value, label: names[value] })), counts: {} }}
      columns={[
        { title: "姓名", show: "userName", width: 110 },
        { title: "未使用天数", show: "idleDays", width: 110, align: "right" },
        { title: "状态", show: "status", width: 100, as: (u) => <UserState user={u} /> },
        { title: "手机号", show: "mobilePhone", width: 125 },
        { title: "工号", show: "staffNo", width: 95 },
        { title: "用户类型", show: "userType", width: 90, as: (u) => <DictText code="user_type" value={u.userType} /> },
        { title: "主组织(职位)", show: "primaryPost", width: 195 },
        { title: "最后登录", show: "lastLoginAt", width: 155, as: (u) => showTime(u.lastLoginAt) },
      ]}
      rowActions={[
        { label: "详情", needs: getUser, run: (user) => goTo(addressOfUser(user)) },
        { ...action("enable"), label: "激活" },
        action("disable"),
      ]}
      addressOf={addressOfUser}
      empty="没有长期未使用的账号"
    />
  );
}
