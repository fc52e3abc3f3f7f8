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

/** A boolAdmin has every code and reaches everything, without an organisation (AU-R7). */
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
    // PF-R65: not "forbidden" but a message that makes the client switch to another organisation
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
