import { acting, withdrawApproval } from "@ops/platform/server";
import { movementActs } from "../../contract/index.ts";
import { db } from "../database.ts";
import { undoMovement } from "./effect.ts";
import { effectMovement } from "./job.ts";
import { presentMovement } from "./present.ts";
import { movementReview } from "./review.ts";
import { movements } from "./tables.ts";

export const movementActing = acting(movementActs, movements, {
  present: (tx, rows) => Promise.all(rows.map((row) => presentMovement(tx, row))),
  on: {
    withdraw: async (tx, movement) => {
      await withdrawApproval(tx, movementReview, movement.id);
      await undoMovement(tx, movement);
      return {};
    },
    retry: async (tx, { id }) => {
      await db(tx)
        .updateTable("storeMovementHandover")
        .set({ state: "WAITING", message: null })
        .where("movementId", "=", id)
        .where("state", "=", "FAILED")
        .execute();
      await tx.enqueue(effectMovement, { id }, { key: id });
      return { failure: null };
    },
  },
});
