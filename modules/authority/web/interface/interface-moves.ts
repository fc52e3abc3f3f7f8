import { interfaceActs } from "@ops/authority/contract";
import { actionsOf } from "@ops/platform/web";

export const interfaceMoves = actionsOf(interfaceActs, {});
