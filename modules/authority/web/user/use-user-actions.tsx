import {
  changePhone,
  deleteUser,
  disableUser,
  editUser,
  enableUser,
  getOffboarding,
  giveGrants,
  listIdleUsers,
  listUsers,
  offboardUser,
  rehireUser,
  resetPassword,
  setAdmin,
  startViewAs,
  type User,
  unlockUser,
  userStates,
} from "@ops/authority/contract";
import { addressOfPage, type DetailAction, goTo, useCall, useDialog, usePages, useSession } from "@ops/platform/web";
import type { ReactNode } from "react";
import { ViewAsDialog } from "../view-as/ViewAsDialog.tsx";
import { ChangePhoneDialog } from "./ChangePhoneDialog.tsx";
import { EditUserDialog } from "./EditUserDialog.tsx";
import { OffboardDialog } from "./OffboardDialog.tsx";
import { OffboardResult } from "./OffboardResult.tsx";
import { RehireDialog } from "./RehireDialog.tsx";
import { ResetPasswordDialog } from "./ResetPasswordDialog.tsx";
import { SetAdminDialog } from "./SetAdminDialog.tsx";
import { UserReasonDialog } from "./UserReasonDialog.tsx";

const kinds = {
  edit: EditUserDialog,
  phone: ChangePhoneDialog,
  reset: ResetPasswordDialog,
  admin: SetAdminDialog,
  offboard: OffboardDialog,
  left: OffboardResult,
  rehire: RehireDialog,
  view: ViewAsDialog,
};
type Kind = keyof typeof kinds | "disable" | "enable" | "unlock";

export const addressOfUser = ({ id }: { readonly id: string }) =>
  addressOfPage("/AuthorityManagement/UserManagementDetail/{data}", { id, mode: "view" });

/** What can be done to an account, on the list and on its page, with the dialogs that ask. */
export function useUserActions(): { of: (kind: ActionName) => DetailAction<User>; dialogs: ReactNode } {
  const me = useSession().user;
  const pages = usePages();
  const asking = useDialog<{ kind: Kind; user: User }>();
  const remove = useCall(deleteUser, {
    done: "删除成功！",
    refreshes: [listUsers, listIdleUsers],
    onDone: () => leave(pages.back),
  });
  const ask = (kind: Kind) => (user: User) => asking.open({ kind, user });
  const notMe = ({ id }: User) => id !== me?.id;
  const isHere = (user: User) => notMe(user) && user.status !== "LEFT";
  const can = (move: "disable" | "enable" | "offboard" | "rehire") => (user: User) =>
    notMe(user) && userStates.can(user.status, move);

  const actions = {
    edit: { label: "编辑", needs: editUser, primary: true, run: ask("edit") },
    grant: {
      label: "授权",
      needs: giveGrants,
      when: (u: User) => isHere(u) && !u.boolAdmin,
      run: (u: User) => goTo(addressOfUser(u)),
    },
    reset: { label: "重置密码", needs: resetPassword, when: isHere, run: ask("reset") },
    phone: {
      ...{ label: "更换手机号", needs: changePhone, run: ask("phone") },
      when: (u: User) => u.status !== "LEFT" && u.source !== "STAFF", // kept by the staff module (AU-R11)
    },
    unlock: { label: "解锁", needs: unlockUser, when: (u: User) => u.lockedUntil !== null, run: ask("unlock") },
    disable: { label: "停用", needs: disableUser, danger: true, when: can("disable"), run: ask("disable") },
    enable: { label: "启用", needs: enableUser, when: can("enable"), run: ask("enable") },
    offboard: { label: "离职", needs: offboardUser, danger: true, when: can("offboard"), run: ask("offboard") },
    rehire: { label: "复职", needs: rehireUser, when: can("rehire"), run: ask("rehire") },
    left: { label: "离职结果", needs: getOffboarding, when: (u: User) => u.status === "LEFT", run: ask("left") },
    view: { label: "视角预览", needs: startViewAs, when: (u: User) => isHere(u) && !u.boolAdmin, run: ask("view") },
    giveAdmin: {
      ...{ label: "设为管理员", needs: setAdmin, run: ask("admin") },
      when: (u: User) => me?.boolAdmin === true && isHere(u) && !u.boolAdmin,
    },
    takeAdmin: {
      ...{ label: "取消管理员", needs: setAdmin, run: ask("admin") },
      when: (u: User) => me?.boolAdmin === true && notMe(u) && u.boolAdmin,
    },
    remove: {
      ...{ label: "删除", needs: deleteUser, danger: true, when: (u: User) => notMe(u) && u.status === "PENDING" },
      confirm: ({ userName }: User) => `删除账号「${userName}」？手机号会被释放。`,
      run: ({ id, version }: User) => remove.call({ params: { id }, query: { version } }),
    },
  } satisfies Record<ActionName, DetailAction<User>>;
  return { of: (name) => actions[name], dialogs: asking.value && dialogOf(asking.value, asking.close) };
}

export type ActionName =
  | "edit"
  | "grant"
  | "reset"
  | "phone"
  | "unlock"
  | "disable"
  | "enable"
  | "offboard"
  | "rehire"
  | "left"
  | "view"
  | "giveAdmin"
  | "takeAdmin"
  | "remove";

function dialogOf({ kind, user }: { kind: Kind; user: User }, onClose: () => void): ReactNode {
  if (kind === "disable" || kind === "enable" || kind === "unlock") {
    return <UserReasonDialog move={kind} user={user} onClose={onClose} />;
  }
  const Dialog = kinds[kind];
  return <Dialog user={user} onClose={onClose} />;
}

/** The page of an account that is gone has nothing to show; the list stays. */
function leave(back: () => void): void {
  if (window.location.hash.includes("UserManagementDetail")) back();
}
