import { partsOf } from "../shell/lazy-parts.tsx";

/** The log of one record; its code comes when somebody opens it. */
export const LogsView = partsOf(() => import("./RecordLogs.tsx")).standing("RecordLogs");
