import { actsOf } from "@ops/platform/contract";
import { apiClientFrame } from "./shape.ts";
import { apiClientStates } from "./states.ts";

const SWITCH = "authority:apiClient:disable";

export const apiClientActs = actsOf(
  apiClientStates,
  { path: apiClientFrame.path, answer: apiClientFrame.answer, number: "name" },
  {
    disable: {
      permission: SWITCH,
      audit: "停用接口账号",
      reason: true,
      danger: true,
      consequence: () => "停用后该系统的调用会立即被拒绝。",
    },
    enable: {
      permission: SWITCH,
      audit: "启用接口账号",
      reason: true,
      consequence: () => "启用后原有密钥恢复可用。",
    },
  },
);
export const { disable: disableApiClient, enable: enableApiClient } = apiClientActs.endpoints;
