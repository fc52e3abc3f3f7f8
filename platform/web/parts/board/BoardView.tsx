import { SwapOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { type ReactNode, useState } from "react";
import type { FreeMove } from "./free-moves.ts";
import "./board.css";

interface Props<S extends string, R> {
  readonly label: string;
  /** The columns in their order. */
  readonly states: Readonly<Record<S, string>>;
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string;
  readonly titleOf: (row: R) => string;
  readonly stateOf: (row: R) => S;
  readonly card: (row: R) => ReactNode;
  /** How many there are of each state, where the rows are only the first of them. */
  readonly counts?: Readonly<Record<S, number>>;
  /** See `freeMoves`; cards without any stay where they are. */
  readonly movesOf?: (row: R) => readonly FreeMove<S>[];
  readonly onMove?: (row: R, move: FreeMove<S>) => void;
}

/** Records in columns by state. A card that can be dragged can also be moved by its button (PF-R130). */
export function BoardView<S extends string, R>(props: Props<S, R>) {
  const { label, states, rows, keyOf, stateOf, counts, movesOf, onMove } = props;
  const [dragged, setDragged] = useState<R | null>(null);
  const movesOfRow = (row: R) => (onMove && movesOf?.(row)) ?? [];
  const dropTo = (state: S) => (dragged ? movesOfRow(dragged).find(({ to }) => to === state) : undefined);
  const drop = (state: S) => {
    const move = dropTo(state);
    if (dragged && move) onMove?.(dragged, move);
    setDragged(null);
  };

  return (
    <section className="board" aria-label={label}>
      {(Object.keys(states) as S[]).map((state) => {
        const held = rows.filter((row) => stateOf(row) === state);
        const count = counts?.[state] ?? held.length;
        return (
          <section
            key={state}
            className="board-column"
            aria-label={`${states[state]}，${count} 条`}
            data-open={dropTo(state) !== undefined}
            onDragOver={(event) => dropTo(state) && event.preventDefault()}
            onDrop={() => drop(state)}
          >
            <h3>
              {states[state]}
              <span className="board-count">{count}</span>
            </h3>
            {held.map((row) => (
              <BoardCard key={keyOf(row)} {...props} row={row} moves={movesOfRow(row)} onDragged={setDragged} />
            ))}
            {held.length < count && <p className="board-more">另有 {count - held.length} 条，请在列表中查看</p>}
          </section>
        );
      })}
    </section>
  );
}

interface CardProps<S extends string, R> extends Props<S, R> {
  readonly row: R;
  readonly moves: readonly FreeMove<S>[];
  readonly onDragged: (row: R | null) => void;
}

function BoardCard<S extends string, R>({ row, moves, titleOf, card, onMove, onDragged }: CardProps<S, R>) {
  const items = moves.map((move) => ({ key: move.act, label: move.label, onClick: () => onMove?.(row, move) }));
  return (
    <article
      className="board-card"
      aria-label={titleOf(row)}
      draggable={moves.length > 0}
      onDragStart={(event) => {
        event.dataTransfer.setData("text/plain", titleOf(row));
        onDragged(row);
      }}
      onDragEnd={() => onDragged(null)}
    >
      <div className="board-card-body">{card(row)}</div>
      {moves.length > 0 && (
        <Dropdown trigger={["click"]} menu={{ items }}>
          <Button type="text" size="small" aria-label={`移动${titleOf(row)}`} icon={<SwapOutlined />} />
        </Dropdown>
      )}
    </article>
  );
}
