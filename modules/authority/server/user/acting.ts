import { dayOf } from "@ops/platform/contract";
import { acting } from "@ops/platform/server";
import { userActs, userErrors } from "../../contract/index.ts";
import { refuseAdministrator, refuseSelf } from "../person/guards.ts";
import { present } from "../person/present.ts";
import { tellStopped } from "../person/stopped.ts";
import { type UserRow, users } from "../person/tables.ts";
import { endSessions } from "../session/end.ts";
import { endSignOn } from "../sso/logout.ts";
import { refuseHigherRights } from "./higher-rights.ts";
import { keepOneAdministrator, lockAdministrators } from "./last-admin.ts";

/** Whoever gets a dormant account back chooses a new password (AU-R9), also after it was disabled in between. */
const choosesAnew = ({ status, mustChangePwd }: UserRow) => mustChangePwd || status === "DORMANT";

export const userActing = acting(userActs, users, {
  present,
  /**
   * The lock on administrators is taken before the lock on the row, because two
   * administrators who disable each other would otherwise deadlock.
   */
  before: async (tx, user, move) => {
    refuseSelf(tx, user.id);
    refuseAdministrator(tx, user);
    if (user.boolAdmin && move === "disable") await lockAdministrators(tx);
  },
  on: {
    disable: async (tx, user) => {
      await keepOneAdministrator(tx, user);
      return { mustChangePwd: choosesAnew(user) };
    },
    enable: async (tx, user) => {
      const { id, validUntil } = user;
      await refuseHigherRights(tx, id);
      if (validUntil !== null && validUntil < dayOf(tx.now)) throw userErrors.outOfDate();
      return { mustChangePwd: choosesAnew(user), reactivatedAt: tx.now };
    },
  },
  after: {
    disable: async (tx, { id }) => {
      await tellStopped(tx, id, "DISABLED");
      await endSessions(tx, id, "DISABLED");
      await endSignOn(tx, id, "DISABLED");
    },
  },
});
