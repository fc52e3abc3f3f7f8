import { getUser, idleBucketNames, idleUserSheet, listIdleUsers } from "@ops/authority/contract";
import { choicesOf, columnsOf, goTo, ListPage } from "@ops/platform/web";
import { addressOfUser } from "../person/address-of-user.ts";
import { treeFilters } from "./choices/tree-filters.tsx";
import { useUserActions } from "./use-user-actions.tsx";
import { UserState } from "./user-columns.tsx";

/** Lists accounts that have not been used for long (AU-R9). */
export function DormantListPage() {
  const action = useUserActions();
  return (
    <ListPage
      title="休眠账号"
      memory=":dormant"
      endpoint={listIdleUsers}
      filters={["keyword"]}
      beside={treeFilters}
      tabs={{ name: "idle", label: "未使用天数", options: choicesOf(idleBucketNames), counts: {} }}
      columns={columnsOf(listIdleUsers, {
        userName: 110,
        idleDays: 110,
        status: { width: 100, as: (u) => <UserState user={u} /> },
        mobilePhone: 125,
        staffNo: 95,
        userType: true,
        primaryPost: 195,
        lastLoginAt: true,
      })}
      exports={idleUserSheet}
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
