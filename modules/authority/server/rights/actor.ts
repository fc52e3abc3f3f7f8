import { type Actor, everything } from "@ops/platform/server";
import { accountErrors } from "../../contract/index.ts";
import type { Rights } from "./compile.ts";

interface Person {
  readonly userId: string;
  readonly userName: string;
  readonly sessionId: string;
  readonly boolAdmin: boolean;
  readonly readOnly: boolean;
}

/** An administrator has every code and the scope ALL, and works without an organisation (AU-R7). */
export function administrator({ userId, userName, sessionId }: Person): Actor {
  return {
    userId,
    name: userName,
    sessionId,
    organizationIds: [],
    isAdmin: true,
    can: () => true,
    mayCall: () => true,
    scopeOf: () => everything,
    fieldMode: null,
  };
}

export function member({ userId, userName, sessionId, readOnly }: Person, rights: Rights): Actor {
  const isOver = rights.organizationIds.length === 0;
  const refuseOver = () => {
    // this is not "forbidden", because the message makes the client switch to another organisation (PF-R65)
    if (isOver) throw accountErrors.orgEnded();
  };
  return {
    userId,
    name: userName,
    sessionId,
    organizationIds: rights.organizationIds,
    isAdmin: false,
    isReadOnly: readOnly,
    can: (permission) => {
      refuseOver();
      return rights.codes.has(permission);
    },
    mayCall: (endpoint) => {
      refuseOver();
      return rights.mayCall(endpoint);
    },
    scopeOf: rights.scopeOf,
    fieldMode: rights.fieldMode,
  };
}
