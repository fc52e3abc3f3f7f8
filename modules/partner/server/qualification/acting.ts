import { dayOf } from "@ops/platform/contract";
import { acting, type Tx } from "@ops/platform/server";
import { partnerErrors, qualificationActs } from "../../contract/index.ts";
import { lockPartner } from "../company/find.ts";
import { settleTasks } from "../company/hooks.ts";
import { present } from "./present.ts";
import { settlePapers } from "./settle.ts";
import { qualifications } from "./tables.ts";

const stampReview = (tx: Tx) => ({ reviewedBy: tx.actor.userId, reviewedAt: tx.now });

export const qualificationActing = acting(qualificationActs, qualifications, {
  present,
  /** Locks the partner first, so that changes of its papers run one after the other. */
  before: (tx, { partnerId }) => lockPartner(tx, partnerId),
  reasonIn: "note",
  on: {
    approve: (tx, { expireOn }) => {
      const today = dayOf(tx.now);
      if (expireOn !== null && expireOn < today) throw partnerErrors.paperOver({ date: expireOn });
      return stampReview(tx);
    },
    reject: stampReview,
  },
  after: {
    /** A renewal undoes the effects of the expired paper (PT-R3). */
    approve: async (tx, { partnerId }) => settleTasks(tx, await settlePapers(tx, await lockPartner(tx, partnerId))),
  },
});
