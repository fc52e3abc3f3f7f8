import { doors } from "virtual:module-doors";
import { type OverlayTable, type PageTable, pages as platformPages } from "@ops/platform/web";

/** The pages of every module of the workspace. */
export const pages: PageTable = Object.assign({}, platformPages, ...doors.map((door) => door.pages));

/** What modules show over any page, by the word of the address that asks for it. */
export const overlays: OverlayTable = Object.assign({}, ...doors.map((door) => door.overlays));
