import type { Tx } from "@ops/platform/server";
import { passwordMaxAgeDays } from "../params.ts";
import type { UserRow } from "../person/tables.ts";

const DAY_MS = 86_400_000;

/** Why the password has to be changed before anything else, in the words of the dialog; empty when it need not. */
export function passwordDue(tx: Tx, user: Pick<UserRow, "mustChangePwd" | "pwdUpdatedAt">): string {
  if (user.mustChangePwd) return "您当前使用的是初始密码，为保障账号安全，请先修改密码！";
  const days = tx.param(passwordMaxAgeDays);
  if (days === 0 || tx.now.getTime() - user.pwdUpdatedAt.getTime() <= days * DAY_MS) return "";
  return `您的密码已超过${days}天未修改，请修改密码！`;
}
