import type { Endpoint } from "@ops/platform/contract";
import type { ComponentType } from "react";
import { useMay } from "../session/use-session.ts";
import { type OpenedRecord, useOpened } from "./use-opened.ts";

/**
 * Opens a drawer over any page whose address has `?key=`, as requests in 待我审批 and notices do, for those who may
 * call what it shows.
 */
export function overlayOf(key: string, needs: Endpoint, Opened: ComponentType<OpenedRecord>) {
  return function OverlayOfAddress() {
    const may = useMay();
    const { drawer } = useOpened(key);
    return drawer && may(needs) ? <Opened {...drawer} /> : null;
  };
}
