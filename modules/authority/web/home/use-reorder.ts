import { type DragEvent, useState } from "react";
import { reorder } from "./reorder.ts";

interface Over<K> {
  readonly key: K;
  readonly side: "before" | "after";
}

/** Drag and drop within one list. A mark shows the new place, and the order changes with the drop. */
export function useReorder<K extends string>(keys: readonly K[], onOrder: (keys: K[]) => void) {
  const [dragged, setDragged] = useState<K | null>(null);
  const [over, setOver] = useState<Over<K> | null>(null);

  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const hover = (event: DragEvent<HTMLElement>, key: K) => {
    if (dragged === null) return; // something from elsewhere is being dragged
    event.preventDefault(); // this tells the browser that dropping is allowed here
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const side = event.clientX - left < width / 2 ? "before" : "after";
    if (over?.key !== key || over.side !== side) setOver({ key, side });
  };
  const drop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault();
    if (dragged !== null && over && over.key !== dragged) onOrder(reorder(keys, dragged, over.key, over.side));
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
