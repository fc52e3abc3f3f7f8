import { partsOf } from "../shell/page/lazy-parts.tsx";

/** 公告, loaded when it is opened for the first time. */
export const AnnouncementDrawer = partsOf(() => import("./AnnouncementDrawer.tsx")).overlay("default");
