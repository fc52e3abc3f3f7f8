import { type RefObject, type UIEvent, useEffect, useLayoutEffect, useRef } from "react";
import { listScroll } from "./list-memory.ts";

/**
 * The scroll offset of the rows: remembered for the way back from a detail, set to the top when page, filters or
 * sorting change.
 */
export function useTableRoom(host: RefObject<HTMLElement | null>, key: string, view: unknown, filled: boolean) {
  const shown = useRef<unknown>(undefined);

  useLayoutEffect(() => {
    if (!filled || shown.current === view) return;
    const returning = shown.current === undefined;
    shown.current = view;
    const body = host.current?.querySelector(".ant-table-body, .ant-table-tbody-virtual-holder");
    if (body) body.scrollTop = returning ? listScroll.recall(key) : 0;
  });

  // antd measures columns with a hidden copy of the head row, checkbox included: keep keyboard and readers out of it
  useEffect(() => {
    for (const row of host.current?.querySelectorAll(".ant-table-measure-row") ?? []) row.setAttribute("inert", "");
  });

  const scrolled = (event: UIEvent<HTMLElement>) => listScroll.remember(key, event.currentTarget.scrollTop);
  return { scrolled };
}
