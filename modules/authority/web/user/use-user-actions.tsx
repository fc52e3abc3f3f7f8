import {
  changePhone,
  deleteUser,
  editUser,
  getOffboarding,
  giveGrants,
  kickUser,
  offboardUser,
  rehireUser,
  resetPassword,
  setAdmin,
  startViewAs,
  type User,
  unlockUser,
  userActs,
  userStates,
} from "@ops/authority/contract";
import {
  type DetailAction,
  goTo,
  namedActionsOf,
  ReasonDialog,
  removeAction,
  usePages,
  useSession,
} from "@ops/platform/web";
import type { ComponentType, ReactNode } from "react";
import { addressOfUser } from "../person/address-of-user.ts";
import {
  ChangePhoneDialog,
  EditUserDialog,
  KickUserDialog,
  OffboardDialog,
  OffboardResult,
  RehireDialog,
  ResetPasswordDialog,
  SetAdminDialog,
  ViewAsDialog,
} from "./lazy-dialogs.ts";

/** Makes the dialog of a row action about an account. */
const about =
  (Dialog: ComponentType<{ user: User; onClose: () => void }>) =>
  (user: User, onClose: () => void): ReactNode => <Dialog user={user} onClose={onClose} />;

const { disable, enable } = namedActionsOf(userActs, {});

/** The actions on an account, in the list and on its page. */
export function useUserActions(): (kind: ActionName) => DetailAction<User> {
  const me = useSession().user;
  const pages = usePages();
  const notMe = ({ id }: User) => id !== me?.id;
  const isHere = (user: User) => notMe(user) && user.status !== "LEFT";
  const can = (move: "offboard" | "rehire") => (user: User) => notMe(user) && userStates.can(user.status, move);

  const actions = {
    edit: { label: "编辑", needs: editUser, primary: true, ask: about(EditUserDialog) },
    grant: {
      label: "授权",
      needs: giveGrants,
      when: (u: User) => isHere(u) && !u.boolAdmin,
      run: (u: User) => goTo(addressOfUser(u)),
    },
    reset: { label: "重置密码", needs: resetPassword, when: isHere, ask: about(ResetPasswordDialog) },
    phone: {
      label: "更换手机号",
      needs: changePhone,
      ask: about(ChangePhoneDialog),
      when: (u: User) => u.status !== "LEFT" && u.source !== "STAFF", // the staff module manages the phone (AU-R11)
    },
    unlock: { label: "解锁", needs: unlockUser, when: (u: User) => u.lockedUntil !== null, ask: about(UnlockDialog) },
    disable: { ...disable, when: (u: User) => notMe(u) && disable.when?.(u) === true },
    enable: { ...enable, when: (u: User) => notMe(u) && enable.when?.(u) === true },
    kick: {
      label: "强制下线",
      needs: kickUser,
      danger: true,
      ask: about(KickUserDialog),
      when: (u: User) => isHere(u) && u.lastLoginAt !== null, // somebody who never signed in has no sessions to end
    },
    offboard: { label: "离职", needs: offboardUser, danger: true, when: can("offboard"), ask: about(OffboardDialog) },
    rehire: { label: "复职", needs: rehireUser, when: can("rehire"), ask: about(RehireDialog) },
    left: {
      label: "离职结果",
      needs: getOffboarding,
      when: (u: User) => u.status === "LEFT",
      ask: about(OffboardResult),
    },
    view: {
      label: "视角预览",
      needs: startViewAs,
      when: (u: User) => isHere(u) && !u.boolAdmin,
      ask: about(ViewAsDialog),
    },
    giveAdmin: {
      label: "设为管理员",
      needs: setAdmin,
      ask: about(SetAdminDialog),
      when: (u: User) => me?.boolAdmin === true && isHere(u) && !u.boolAdmin,
    },
    takeAdmin: {
      label: "取消管理员",
      needs: setAdmin,
      ask: about(SetAdminDialog),
      when: (u: User) => me?.boolAdmin === true && notMe(u) && u.boolAdmin,
    },
    remove: removeAction({
      endpoint: deleteUser,
      question: ({ userName }: User) => `删除账号「${userName}」？手机号会被释放。`,
      when: (u) => notMe(u) && u.status === "PENDING",
      onDone: () => leave(pages.back),
    }),
  } satisfies Record<ActionName, DetailAction<User>>;
  return (name) => actions[name];
}

export type ActionName =
  | "edit"
  | "grant"
  | "reset"
  | "phone"
  | "unlock"
  | "disable"
  | "enable"
  | "kick"
  | "offboard"
  | "rehire"
  | "left"
  | "view"
  | "giveAdmin"
  | "takeAdmin"
  | "remove";

/** A lock is not a state of the account, because it ends by itself. */
function UnlockDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  return (
    <ReasonDialog
      title={`解锁账号 · ${user.userName}`}
      endpoint={unlockUser}
      params={{ id: user.id }}
      version={user.version}
      consequence="解锁后该用户可以立即重新尝试登录。"
      okText="解锁"
      done="解锁成功！"
      onClose={onClose}
    />
  );
}

/** After a removal the account's own page has nothing left to show, so it is left; the list stays open. */
function leave(back: () => void): void {
  if (window.location.hash.includes("UserManagementDetail")) back();
}
