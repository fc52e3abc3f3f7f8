import { partsOf } from "../shell/page/lazy-parts.tsx";

/** 通知, loaded when it is opened for the first time. */
export const NoticeDrawer = partsOf(() => import("./NoticeDrawer.tsx")).overlay("default");
