import { doors } from "virtual:module-doors";
import {
  type OverlayTable,
  type PageTable,
  overlays as platformOverlays,
  pages as platformPages,
} from "@ops/platform/web";

/** The pages of every module of the workspace. */
export const pages: PageTable = Object.assign({}, platformPages, ...doors.map((door) => door.pages));

/** Registers what modules show inside of each other's pages. */
for (const door of doors) for (const fill of door.fillings ?? []) fill();

/** What modules show over any page, by the word in the address. */
export const overlays: OverlayTable = Object.assign({}, platformOverlays, ...doors.map((door) => door.overlays));
