import { acting, bindFile, changeRecord, isSelf, lockRecord, type Tx } from "@ops/platform/server";
import { rectificationActs, verificationStates, verifyErrors } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { presentRectifications } from "../project/rounds.ts";
import { lockProject } from "../project/standing.ts";
import { type RectificationRow, rectifications, verifications } from "../project/tables.ts";

export const rectificationActing = acting(rectificationActs, rectifications, {
  present: presentRectifications,
  before: (tx, { projectId }) => lockProject(tx, projectId, "rectify"),
  on: {
    finish: async (tx, { id }, { afterFileIds }) => {
      const pictures = [...new Set(afterFileIds)];
      if (pictures.length === 0) throw verifyErrors.rectifyPicture(undefined, { field: "afterFileIds" });
      for (const fileId of pictures) await bindFile(tx, fileId, { bizType: rectifications.name, bizId: id });
      return { afterFileIds: pictures };
    },
    /** A verifier of the round looks at it again, who is not the one that put it right (ST-R25). */
    close: async (tx, { ownerUserId, verificationId }) => {
      const { verifierIds } = await lockRecord(tx, verifications, verificationId, null);
      if (!isSelf(tx, ...verifierIds)) throw verifyErrors.verifyMine();
      if (isSelf(tx, ownerUserId)) throw verifyErrors.rectifySelf();
      return {};
    },
  },
  after: { close: passIfAllClosed },
});

/** A conditional round is passed when everything has been put right (section 3.8). */
async function passIfAllClosed(tx: Tx, { verificationId }: RectificationRow): Promise<void> {
  const all = await findRows(tx, "projectRectification", { verificationId });
  if (all.some(({ state }) => state !== "CLOSED")) return;
  const round = await lockRecord(tx, verifications, verificationId, null);
  const state = verificationStates.next(round.state, "pass");
  await changeRecord(tx, verifications, round, { state });
}
