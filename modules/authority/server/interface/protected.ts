import type { Tx } from "@ops/platform/server";
import { interfaceErrors } from "../../contract/index.ts";
import { asksForNoCode } from "./described.ts";
import type { InterfaceRow } from "./tables.ts";

type Named = Pick<InterfaceRow, "path" | "permissionCode">;

/** The lowest limit per minute for protected interfaces; a lower one would lock people out. */
export const RATE_FLOOR = 600;

/** Calls for signing in and for loading the own account: those of /user and /sso that require no code. */
const isForSignIn = ({ path, permissionCode }: Named): boolean =>
  asksForNoCode(permissionCode) && /^\/(user|sso)\//.test(path);

/** If one of these were disabled, nobody could enable anything again. */
const isSwitch = ({ permissionCode }: Named): boolean => permissionCode.startsWith("authority:interface:");

export const isProtected = (row: Named): boolean => isForSignIn(row) || isSwitch(row);

export function refuseDisabling(tx: Tx, row: Named): void {
  if (isForSignIn(row)) throw interfaceErrors.protected();
  if (isSwitch(row)) throw interfaceErrors.switchProtected();
  refuseBlindHand(tx, row);
}

/** Refuses a limit so low that it would work like disabling a protected interface. */
export function refuseLimit(tx: Tx, row: Named, ratePerMin: number): void {
  if (isProtected(row) && ratePerMin < RATE_FLOOR) throw interfaceErrors.rateFloor({ n: RATE_FLOOR });
  refuseBlindHand(tx, row);
}

/** Somebody who may not read the log may not disable the calls for reading it either. */
function refuseBlindHand(tx: Tx, { permissionCode }: Named): void {
  if (permissionCode.startsWith("authority:audit:") && !tx.actor.can(permissionCode)) {
    throw interfaceErrors.auditProtected();
  }
}
