import { switchStates } from "@ops/platform/contract";

/** 启用 ↔ 停用: the states of everything in the catalogue except configurations. */
export const catalogueStates = switchStates("VEHICLE", "目录项");

/** The permissions to view and to change series, models, options and colours. */
export const catalogueCodes = { view: "vehicle:series:list", edit: "vehicle:series:edit" } as const;
