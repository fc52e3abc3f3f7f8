import { actsOf } from "@ops/platform/contract";
import { interfaceFrame } from "./shape.ts";
import { interfaceStates } from "./states.ts";

export const interfaceActs = actsOf(
  interfaceStates,
  { ...interfaceFrame, number: "name" },
  {
    disable: {
      permission: interfaceFrame.edit,
      audit: "停用接口",
      reason: true,
      danger: true,
      when: ({ isProtected }) => !isProtected,
      consequence: () => "停用后2秒内，所有人调用都会得到「该功能维护中，请稍后再试」。",
    },
    enable: {
      permission: interfaceFrame.edit,
      audit: "启用接口",
      reason: true,
      consequence: () => "启用后，有权限的人可以重新使用该功能。",
    },
  },
);
export const { disable: disableInterface, enable: enableInterface } = interfaceActs.endpoints;
