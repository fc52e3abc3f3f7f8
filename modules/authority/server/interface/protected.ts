import type { Tx } from "@ops/platform/server";
import { interfaceErrors } from "../../contract/index.ts";
import { asksForNoCode } from "./described.ts";
import type { InterfaceRow } from "./tables.ts";

type Named = Pick<InterfaceRow, "path" | "permissionCode">;

/** A caller who is slower than this locks himself out of the product. */
export const RATE_FLOOR = 600;

/** What signs people in and tells the page who they are: calls of /user and /sso that ask for no code. */
const isForSignIn = ({ path, permissionCode }: Named): boolean =>
  asksForNoCode(permissionCode) && /^\/(user|sso)\//.test(path);

/** Without these nobody could enable anything again. */
const isSwitch = ({ permissionCode }: Named): boolean => permissionCode.startsWith("authority:interface:");

export const isProtected = (row: Named): boolean => isForSignIn(row) || isSwitch(row);

export function refuseDisabling(tx: Tx, row: Named): void {
  if (isForSignIn(row)) throw interfaceErrors.protected();
  if (isSwitch(row)) throw interfaceErrors.switchProtected();
  refuseBlindHand(tx, row);
}

/** A limit is a switch as well, once it is low enough. */
export function refuseLimit(tx: Tx, row: Named, ratePerMin: number): void {
  if (isProtected(row) && ratePerMin < RATE_FLOOR) throw interfaceErrors.rateFloor({ n: RATE_FLOOR });
  refuseBlindHand(tx, row);
}

/** Whoever may not read the log does not close the eyes of those who may. */
function refuseBlindHand(tx: Tx, { permissionCode }: Named): void {
  if (permissionCode.startsWith("authority:audit:") && !tx.actor.can(permissionCode)) {
    throw interfaceErrors.auditProtected();
  }
}
