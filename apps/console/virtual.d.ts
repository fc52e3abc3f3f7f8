declare module "virtual:module-doors" {
  import type { Filling, OverlayTable, PageTable } from "@ops/platform/web";

  /** The web doors of all modules, which the build collects from the workspace. */
  export const doors: readonly {
    readonly pages: PageTable;
    readonly overlays?: OverlayTable;
    readonly fillings?: readonly Filling[];
  }[];
}
