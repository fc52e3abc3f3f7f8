import { type PointerEvent, useState } from "react";
import { boundWidth } from "./column-memory.ts";

interface Props {
  readonly title: string;
  readonly width: number;
  readonly onResize: (width: number) => void;
}

/** A column title with an edge to drag. The width can also be left alone: every cell shows its whole text on hover. */
export function ColumnHead({ title, width, onResize }: Props) {
  const [dragged, setDragged] = useState<{ from: number; offset: number } | null>(null);
  const start = (event: PointerEvent) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged({ from: event.clientX, offset: 0 });
  };
  const move = (event: PointerEvent) => {
    if (dragged) setDragged({ ...dragged, offset: boundWidth(width + event.clientX - dragged.from) - width });
  };
  const end = () => {
    if (dragged && dragged.offset !== 0) onResize(boundWidth(width + dragged.offset));
    setDragged(null);
  };

  return (
    <>
      <span className="list-column-title" title={title}>
        {title}
      </span>
      <span
        className="list-column-edge"
        data-dragging={dragged !== null}
        style={{ transform: `translateX(${dragged?.offset ?? 0}px)` }}
        aria-hidden
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => setDragged(null)}
        onClick={(event) => event.stopPropagation()} // not a click on the head: it would sort
      />
    </>
  );
}
