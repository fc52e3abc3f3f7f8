import { partsOf } from "../shell/page/lazy-parts.tsx";

/** The chain of a record, loaded when its tab is opened for the first time. */
export const ChainsView = partsOf(() => import("./ApprovalChains.tsx")).standing("ApprovalChains");
