import type { Menu } from "@ops/authority/contract";
import { type DragEvent, useState } from "react";
import { type DropPlace, dropTarget, type MenuTarget, movesTo, refusalOf } from "./menu-moves.ts";

interface Over {
  readonly key: string;
  readonly place: DropPlace;
  readonly refused: boolean;
}

/** Lets people drag rows by their handle. A line or a frame on the row below shows the new place. */
export function useMenuDrag(nodes: readonly Menu[], onDrop: (key: string, target: MenuTarget) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<Over | null>(null);

  function start(event: DragEvent<HTMLElement>, key: string): void {
    setDragged(key);
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", key);
    const row = event.currentTarget.closest("[data-row-key]");
    if (row) event.dataTransfer.setDragImage(row, 16, 16);
  }

  function end(): void {
    setDragged(null);
    setOver(null);
  }

  function hover(event: DragEvent<HTMLElement>, key: string): void {
    if (dragged === null) return;
    const place = placeIn(event, nodes.find((node) => node.key === key)?.kind === "GROUP");
    const target = dropTarget(nodes, key, place);
    const refused = !target || key === dragged || refusalOf(nodes, movesTo(nodes, dragged, target)) !== null;
    if (!refused) event.preventDefault(); // this tells the browser that dropping is allowed here
    if (over?.key !== key || over.place !== place || over.refused !== refused) setOver({ key, place, refused });
  }

  function drop(event: DragEvent<HTMLElement>): void {
    event.preventDefault();
    const target = over && dropTarget(nodes, over.key, over.place);
    if (dragged !== null && target && !over.refused) onDrop(dragged, target);
    end();
  }

  const rowProps = (key: string) => ({
    onDragOver: (event: DragEvent<HTMLElement>) => hover(event, key),
    onDrop: drop,
    ...(key === dragged ? { "data-dragged": true } : {}),
    ...(over?.key === key ? { "data-drop": over.refused ? "refused" : over.place } : {}),
  });
  return { start, end, rowProps };
}

/** The upper and the lower part of a row mean a place beside it, the middle of a group a place inside of it. */
function placeIn(event: DragEvent<HTMLElement>, isGroup: boolean): DropPlace {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const part = (event.clientY - top) / height;
  if (isGroup && part > 0.28 && part < 0.72) return "into";
  return part < 0.5 ? "before" : "after";
}
