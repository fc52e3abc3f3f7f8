import { partsOf } from "../shell/page/lazy-parts.tsx";

/** 系统设置, loaded when it is opened for the first time. */
export const SystemSettings = partsOf(() => import("./SettingsDrawer.tsx")).overlay("default");
