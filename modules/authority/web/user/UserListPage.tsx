import {
  createUser,
  getUser,
  listPositions,
  listRoles,
  listUsers,
  type User,
  userSheet,
  userStates,
} from "@ops/authority/contract";
import {
  dayRangeFilter,
  dictFilter,
  flagFilter,
  goTo,
  ListPage,
  stateFilter,
  textFilter,
  useDialog,
  useMay,
  usePages,
} from "@ops/platform/web";
import { addressOfUser } from "./address-of-user.ts";
import { BatchDialog } from "./BatchDialog.tsx";
import { type BatchKind, batchKinds } from "./batch-kinds.ts";
import { positionFilter, roleFilter } from "./held-filters.tsx";
import { useUserActions } from "./use-user-actions.tsx";
import { userColumns } from "./user-columns.tsx";

interface Batch {
  readonly kind: BatchKind;
  readonly people: User[];
  readonly clear: () => void;
}

const rowActions = [
  ...(["edit", "grant", "reset", "unlock", "disable", "enable"] as const),
  ...(["view", "offboard", "left", "rehire", "remove"] as const),
];
const offered = ["enable", "disable", "grant", "revoke", "move"] as const;

export function UserListPage() {
  const pages = usePages();
  const may = useMay();
  const action = useUserActions();
  const batch = useDialog<Batch>();
  const create = () => pages.open("/AuthorityManagement/UserManagementDetail/{data}", { mode: "create" });

  return (
    <ListPage
      title="用户管理"
      endpoint={listUsers}
      filters={[
        textFilter("keyword", "关键字", "姓名 / 手机号 / 工号"),
        stateFilter("status", "状态", userStates),
        dictFilter("userType", "用户类型", "user_type"),
        ...(may(listPositions) ? [positionFilter("positionId")] : []),
        ...(may(listRoles) ? [roleFilter("roleId")] : []),
        flagFilter("isLocked", "是否锁定"),
        dayRangeFilter("lastLoginAt", "最后登录"),
        dayRangeFilter("validUntil", "有效期"),
        dayRangeFilter("createdAt", "创建时间"),
      ]}
      columns={userColumns}
      tools={[{ label: "新增", needs: createUser, primary: true, run: create }]}
      exports={userSheet}
      rowActions={[
        { label: "详情", needs: getUser, run: (user) => goTo(addressOfUser(user)) },
        ...rowActions.map(action),
      ]}
      batchActions={offered.map((kind) => ({
        label: batchKinds[kind].word,
        needs: batchKinds[kind].needs,
        danger: kind === "disable",
        run: (people: User[], clear: () => void) => batch.open({ kind, people, clear }),
      }))}
      addressOf={addressOfUser}
      empty="暂无用户，点击「新增」"
    >
      {batch.value && (
        <BatchDialog
          kind={batch.value.kind}
          people={batch.value.people}
          onDone={batch.value.clear}
          onClose={batch.close}
        />
      )}
    </ListPage>
  );
}
