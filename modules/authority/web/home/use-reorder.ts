import { type DragEvent, useState } from "react";
import { reordered } from "./reorder.ts";

interface Over<K> {
  readonly key: K;
  readonly side: "before" | "after";
}

/** Drag and drop inside one list: a mark shows where it would land, the order changes with the drop. */
export function useReorder<K extends string>(keys: readonly K[], onOrder: (keys: K[]) => void) {
  const [dragged, setDragged] = useState<K | null>(null);
  const [over, setOver] = useState<Over<K> | null>(null);

  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const hover = (event: DragEvent<HTMLElement>, key: K) => {
    if (dragged === null) return; // something from elsewhere
    event.preventDefault(); // allows the drop
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const side = event.clientX - left < width / 2 ? "before" : "after";
    if (over?.key !== key || over.side !== side) setOver({ key, side });
  };
  const drop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault();
    if (dragged !== null && over && over.key !== dragged) onOrder(reordered(keys, dragged, over.key, over.side));
    end();
  };
  return (key: K) => ({
    draggable: true,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      event.dataTransfer.effectAllowed = "move";
      setDragged(key);
    },
    onDragOver: (event: DragEvent<HTMLElement>) => hover(event, key),
    onDrop: drop,
    onDragEnd: end,
    ...(key === dragged ? { "data-dragged": true } : {}),
    ...(over?.key === key && dragged !== key ? { "data-drop": over.side } : {}),
  });
}
