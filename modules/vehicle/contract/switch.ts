import { switchStates } from "@ops/platform/contract";

/** 启用 ↔ 停用: the life of everything in the catalogue but configurations. */
export const catalogueStates = switchStates("VEHICLE", "目录项");

/** Who sees and who changes what configurations are made of. */
export const catalogueCodes = { view: "vehicle:series:list", edit: "vehicle:series:edit" } as const;
