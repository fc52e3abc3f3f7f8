import { actsOf } from "@ops/platform/contract";
import { Movement, movementFrame } from "./shape.ts";
import { movementStates } from "./states.ts";

export const MOVEMENT_APPROVE = "store:movement:approve";

export const movementActs = actsOf(
  movementStates,
  { ...movementFrame, row: Movement, number: "movementNo", requires: ["store:movement:list"] },
  {
    withdraw: {
      permission: movementFrame.edit,
      audit: "撤回异动",
      reason: true,
      consequence: ({ staffName }) => `${staffName}回到异动前的状态，预占的编制释放。`,
      done: "已撤回！",
    },
    /** Does what is not done yet: kinds that failed, then the switch (ST-R16). */
    retry: {
      permission: MOVEMENT_APPROVE,
      audit: "重试异动",
      primary: true,
      confirm: ({ movementNo }) => `重试异动单${movementNo}？已完成的交接不会重复`,
      done: "已开始重试！",
    },
  },
);
export const { withdraw: withdrawMovement, retry: retryMovement } = movementActs.endpoints;
