import { partsOf } from "../shell/page/lazy-parts.tsx";

/** The log of one record. Its code is loaded when it is opened. */
export const LogsView = partsOf(() => import("./RecordLogs.tsx")).standing("RecordLogs");
