import {
  acting,
  changeRecord,
  escapeLike,
  findByWhole,
  list,
  lockRecord,
  presentOne,
  requireRecord,
  type Tx,
  writes,
} from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { otherAccountActs, otherAccountErrors, otherAccountSheet, otherAccountStates } from "../../contract/index.ts";
import { refuseAdministrator } from "../person/guards.ts";
import { reachedPeople, users } from "../person/tables.ts";
import { bindIdentity, refuseOwn, requireBindable } from "./bind.ts";
import { present } from "./present.ts";
import { reachesEach } from "./reach.ts";
import { otherAccounts } from "./tables.ts";
import { endSessionsThrough } from "./unbind.ts";

const shown = presentOne(present);

export const listOtherAccounts = list(contract.listOtherAccounts, otherAccounts, {
  where: { keyword: matches },
  orderBy: ["createdAt", "desc"],
  present,
  sheet: otherAccountSheet,
});

/** What could be an identity as a whole; names of people are rarely of these letters alone. */
const IDENTITY = /^[\x21-\x7e]{4,}$/;

/** Part of a name, or the whole identity: parts of it would tell what the mask hides. */
async function matches(keyword: string, tx: Tx): Promise<RawBuilder<boolean>> {
  const pattern = `%${escapeLike(keyword)}%`;
  const ids = IDENTITY.test(keyword) ? await findByWhole(tx, otherAccounts, "externalId", keyword) : [];
  return sql<boolean>`(other_account.external_name ilike ${pattern} or other_account.id = any(${ids})
    or other_account.user_id in (
      select app_user.id from app_user where app_user.user_name ilike ${pattern} and ${reachedPeople(tx)}))`;
}

export const bindOtherAccount = writes(contract.bindOtherAccount, async (tx, { body }) =>
  shown(tx, await bindIdentity(tx, body)),
);

/** Decides whom an identity belongs to that several could own, or that came back after its person had left. */
export const resolveOtherAccount = writes(
  contract.resolveOtherAccount,
  async (tx, { params: { id }, body: { userId, reason, version } }) => {
    const account = await lockRecord(tx, otherAccounts, id, version, shown);
    tx.trail.reason = reason;
    const { candidateUserIds } = account;
    const concerned = account.userId === null ? candidateUserIds : [...candidateUserIds, account.userId];
    if (!(await reachesEach(tx, concerned))) throw otherAccountErrors.unseen();
    if (userId === null) {
      const status = otherAccountStates.next(account.status, "discard");
      const dropped = { status, userId: null, candidateUserIds: [], conflictReason: null };
      return shown(tx, await changeRecord(tx, otherAccounts, account, dropped));
    }
    const status = otherAccountStates.next(account.status, "resolve");
    const user = await requireBindable(tx, userId);
    if (candidateUserIds.length > 0 && !concerned.includes(userId)) throw otherAccountErrors.noCandidate();
    refuseOwn(tx, account, user);
    tx.trail.summary = user.userName;
    const bound = { status, userId, candidateUserIds: [], conflictReason: null, boundAt: tx.now };
    return shown(tx, await changeRecord(tx, otherAccounts, account, { ...bound, bindKind: "MANUAL" as const }));
  },
);

export const otherAccountActing = acting(otherAccountActs, otherAccounts, {
  present,
  on: {
    unbind: async (tx, account) => {
      if (account.userId) refuseAdministrator(tx, await requireRecord(tx, users, account.userId));
      await endSessionsThrough(tx, account);
      return {};
    },
  },
});
