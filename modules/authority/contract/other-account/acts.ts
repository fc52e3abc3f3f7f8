import { actsOf } from "@ops/platform/contract";
import { otherAccountFrame } from "./shape.ts";
import { otherAccountStates } from "./states.ts";

/** Resolving a conflict is a separate call and not an act, because its body decides between two moves. */
export const otherAccountActs = actsOf(
  otherAccountStates,
  { ...otherAccountFrame, number: "externalId" },
  {
    unbind: {
      permission: "authority:otherAccount:unbind",
      audit: "解绑第三方账号",
      reason: true,
      danger: true,
      title: ({ externalName, externalId }) => `解绑 · ${externalName ?? externalId}`,
      consequence: () => "解绑后，通过该账号建立的登录会话会立即结束。",
    },
  },
);
export const { unbind: unbindOtherAccount } = otherAccountActs.endpoints;
