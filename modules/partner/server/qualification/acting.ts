import { dayOf } from "@ops/platform/contract";
import { acting, type Tx } from "@ops/platform/server";
import { partnerErrors, qualificationActs } from "../../contract/index.ts";
import { lockPartner } from "../company/find.ts";
import { settleTasks } from "../company/hooks.ts";
import { present } from "./present.ts";
import { settlePapers } from "./settle.ts";
import { qualifications } from "./tables.ts";

const reviewed = (tx: Tx) => ({ reviewedBy: tx.actor.userId, reviewedAt: tx.now });

export const qualificationActing = acting(qualificationActs, qualifications, {
  present,
  /** The partner first: whoever works on it waits. */
  before: (tx, { partnerId }) => lockPartner(tx, partnerId),
  reasonIn: "note",
  on: {
    approve: (tx, { expireOn }) => {
      const today = dayOf(tx.now);
      if (expireOn !== null && expireOn < today) throw partnerErrors.paperOver({ date: expireOn });
      return reviewed(tx);
    },
    reject: reviewed,
  },
  after: {
    /** A renewal takes back what the end of the former one brought (PT-R3). */
    approve: async (tx, { partnerId }) => settleTasks(tx, await settlePapers(tx, await lockPartner(tx, partnerId))),
  },
});
