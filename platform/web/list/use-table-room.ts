import { type RefObject, type UIEvent, useEffect, useLayoutEffect, useRef } from "react";
import { listScroll } from "./list-memory.ts";

/**
 * The scroll offset of the rows: remembered for the way back from a detail, set to the top when page, filters or
 * sorting change.
 */
export function useTableRoom(host: RefObject<HTMLElement | null>, key: string, view: string, filled: boolean) {
  const shown = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (!filled || shown.current === view) return;
    const body = host.current?.querySelector(".ant-table-body, .ant-table-tbody-virtual-holder");
    if (!body) return; // the table waits for the size of its panel
    body.scrollTop = shown.current === null ? listScroll.recall(key) : 0;
    shown.current = view;
  });

  // antd measures columns with a hidden copy of the head row, checkbox included: keep keyboard and readers out of it
  useEffect(() => {
    for (const row of host.current?.querySelectorAll(".ant-table-measure-row") ?? []) row.setAttribute("inert", "");
  });

  const scrolled = (event: UIEvent<HTMLElement>) => listScroll.remember(key, event.currentTarget.scrollTop);
  return { scrolled };
}
