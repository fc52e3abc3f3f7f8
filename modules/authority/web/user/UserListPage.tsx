import {
  createUser,
  effectiveSheet,
  getUser,
  listPositions,
  listRoles,
  listUsers,
  type User,
  UserPage,
  userImport,
  userSheet,
} from "@ops/authority/contract";
import { goTo, ImportButton, ListPage, useDialog, useListFilters, useMay, usePages } from "@ops/platform/web";
import { addressOfUser } from "../person/address-of-user.ts";
import { type BatchKind, batchKinds } from "./batch/batch-kinds.ts";
import { treeFilters } from "./choices/tree-filters.tsx";
import { BatchDialog } from "./lazy-dialogs.ts";
import { useRightsExport } from "./use-rights-export.ts";
import { useUserActions } from "./use-user-actions.tsx";
import { userColumns } from "./user-columns.tsx";

interface Batch {
  readonly kind: BatchKind;
  readonly people: User[];
  readonly clear: () => void;
}

const rowActions = [
  "edit",
  "grant",
  "reset",
  "unlock",
  "disable",
  "enable",
  "kick",
  "view",
  "offboard",
  "left",
  "rehire",
  "remove",
] as const;
const offered = ["enable", "disable", "grant", "revoke", "move"] as const;

export function UserListPage() {
  const pages = usePages();
  const may = useMay();
  const action = useUserActions();
  const batch = useDialog<Batch>();
  const filter = useListFilters("/AuthorityManagement/UserManagement");
  const rights = useRightsExport();
  const create = () => pages.open(UserPage.addressOf({ mode: "create" }));

  return (
    <ListPage
      title="用户管理"
      endpoint={listUsers}
      filters={[
        "keyword",
        "status",
        "userType",
        ...(may(listPositions) ? ["positionId" as const] : []),
        ...(may(listRoles) ? ["roleId" as const] : []),
        "isLocked",
        "lastLoginAt",
        "validUntil",
        "createdAt",
        "figure",
      ]}
      beside={treeFilters}
      columns={userColumns}
      tools={[{ label: "新增", needs: createUser, primary: true, run: create }]}
      imports={<ImportButton kind={userImport} />}
      exports={userSheet}
      rowActions={[
        { label: "详情", needs: getUser, run: (user) => goTo(addressOfUser(user)) },
        ...rowActions.map(action),
      ]}
      batchActions={[
        ...offered.map((kind) => ({
          label: batchKinds[kind].word,
          needs: batchKinds[kind].calls.run,
          danger: kind === "disable",
          when: batchKinds[kind].when,
          run: (people: User[], clear: () => void) => batch.open({ kind, people, clear }),
        })),
        { label: "导出有效权限", needs: effectiveSheet.export, run: rights.start },
      ]}
      addressOf={addressOfUser}
      empty="暂无用户，点击「新增」或「导入」"
    >
      {batch.value && (
        <BatchDialog
          kind={batch.value.kind}
          people={batch.value.people}
          filter={filter}
          onDone={batch.value.clear}
          onClose={batch.close}
        />
      )}
      {rights.dialog}
    </ListPage>
  );
}
