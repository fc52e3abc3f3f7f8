import { getUser, idleBucketNames, idleUserSheet, listIdleUsers } from "@ops/authority/contract";
import { choicesOf, goTo, ListPage } from "@ops/platform/web";
import { addressOfUser } from "../person/address-of-user.ts";
import { treeFilters } from "./choices/tree-filters.tsx";
import { useUserActions } from "./use-user-actions.tsx";
import { UserState } from "./user-columns.tsx";

/** Accounts that nobody has used for long (AU-R9). */
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
      columns={[
        { show: "userName", width: 110 },
        { title: "未使用天数", show: "idleDays", width: 110, align: "right" },
        { show: "status", width: 100, as: (u) => <UserState user={u} /> },
        { show: "mobilePhone", width: 125 },
        { show: "staffNo", width: 95 },
        { show: "userType", width: 90 },
        { show: "primaryPost", width: 195 },
        { show: "lastLoginAt", width: 155 },
      ]}
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
