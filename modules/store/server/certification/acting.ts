import { acting, type Tx } from "@ops/platform/server";
import { certActs, certErrors, certScoreOf, missingBeforeReview } from "../../contract/index.ts";
import { itemsOf } from "../post-standard/find.ts";
import { lockStaff } from "../staff/lock.ts";
import { noteCertStates } from "./cert-state.ts";
import { bindEvidence } from "./files.ts";
import { presentCertDetails } from "./present.ts";
import { certTable } from "./tables.ts";
import { triedOf } from "./tried.ts";

export const certActing = acting(certActs, certTable, {
  present: presentCertDetails,
  before: lockStaff,
  on: {
    submit: async (tx, cert) => {
      const tried = await triedOf(tx, cert);
      const missing = missingBeforeReview(tried);
      if (missing?.files) throw certErrors.certEvidence({ name: missing.item.name, n: missing.files });
      if (missing) throw certErrors.certMissing({ name: missing.item.name });
      return { score: certScoreOf(tried) };
    },
    report: async (tx, { id, standardId }, { itemId, note, fileIds }) => {
      await requireDown(tx, standardId, itemId);
      await bindEvidence(tx, id, fileIds);
      return { reportItemId: itemId, reportNote: note, reportFileIds: fileIds, reportedBy: tx.actor.userId };
    },
  },
  after: {
    submit: (tx, { staffId }) => noteCertStates(tx, [staffId]),
    report: (tx, { staffId }) => noteCertStates(tx, [staffId]),
  },
});

async function requireDown(tx: Tx, standardId: string, itemId: string): Promise<void> {
  const item = (await itemsOf(tx, [standardId])).find(({ id }) => id === itemId);
  if (item?.side !== "DOWN") throw certErrors.certDown(undefined, { field: "itemId" });
}
