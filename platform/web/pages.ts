import type { OverlayTable } from "./shell/Overlays.tsx";
import type { PageTable } from "./shell/page/PageSlot.tsx";

// Not in the door: a door with a body of its own would draw every room behind it into the first load.
/** Pages of the platform itself, by their path in the site map. */
export const pages: PageTable = {
  "/RightCenter/DownloadCenter": () => import("./task/DownloadCenterPage.tsx"),
  "/RightCenter/ExcelImport": () => import("./excel/ExcelImportPage.tsx"),
};

/** What the platform itself shows over any page, by the word in the address. */
export const overlays: OverlayTable = {
  approvals: () => import("./approval/ApprovalsOfAddress.tsx"),
};
