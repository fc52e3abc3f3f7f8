declare module "virtual:module-doors" {
  import type { OverlayTable, PageTable } from "@ops/platform/web";

  /** The web doors of all modules, made by the build from the workspace. */
  export const doors: readonly { readonly pages: PageTable; readonly overlays?: OverlayTable }[];
}
