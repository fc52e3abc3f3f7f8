import { switchStates } from "@ops/platform/contract";

export const roleStates = switchStates("AUTHORITY", "角色");
