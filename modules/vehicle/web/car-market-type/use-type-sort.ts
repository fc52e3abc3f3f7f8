import { useCall } from "@ops/platform/web";
import { type CarMarketType, sortCarMarketTypes } from "@ops/vehicle/contract";
import { type DragEvent, type KeyboardEvent, useState } from "react";
import { reorderTypes } from "./type-rows.ts";

type Place = "before" | "after";

/** Moves rows within their level, by dragging the handle or with Alt and the arrow keys. */
export function useTypeSort(types: readonly CarMarketType[]) {
  const save = useCall(sortCarMarketTypes, { done: "排序已保存" });
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<{ id: string; place: Place } | null>(null);

  const move = (id: string, target: { id: string; place: Place }) => {
    const body = reorderTypes(types, id, target);
    if (body) void save.call({ body });
  };
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const step = (id: string, by: -1 | 1) => {
    const level = types.filter(({ parentId }) => parentId === types.find((type) => type.id === id)?.parentId);
    const target = level[level.findIndex((type) => type.id === id) + by];
    if (target) move(id, { id: target.id, place: by < 0 ? "before" : "after" });
  };

  return {
    handle: (id: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", id);
        setDragged(id);
      },
      onDragEnd: end,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
        event.preventDefault();
        step(id, event.key === "ArrowUp" ? -1 : 1);
      },
    }),
    rowProps: (id: string) => ({
      onDragOver: (event: DragEvent<HTMLElement>) => {
        const { top, height } = event.currentTarget.getBoundingClientRect();
        const place: Place = event.clientY - top < height / 2 ? "before" : "after";
        if (dragged === null || !reorderTypes(types, dragged, { id, place })) return;
        event.preventDefault(); // this tells the browser that dropping is allowed here
        if (over?.id !== id || over.place !== place) setOver({ id, place });
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        event.preventDefault();
        if (dragged !== null && over) move(dragged, over);
        end();
      },
      ...(over?.id === id ? { "data-drop": over.place } : {}),
    }),
  };
}
