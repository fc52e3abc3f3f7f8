import { disableInterface, enableInterface, type Interface, interfaceStates } from "@ops/authority/contract";
import { moveAction } from "@ops/platform/web";

const shared = {
  machine: interfaceStates,
  nameOf: ({ name }: Interface) => name,
};

export const interfaceMoves = [
  moveAction({
    ...shared,
    move: "disable",
    endpoint: disableInterface,
    consequence: "停用后2秒内，所有人调用都会得到「该功能维护中，请稍后再试」。",
    danger: true,
    when: ({ isProtected }) => !isProtected,
  }),
  moveAction({
    ...shared,
    move: "enable",
    endpoint: enableInterface,
    consequence: "启用后，有权限的人可以重新使用该功能。",
  }),
];
