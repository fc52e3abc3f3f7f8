import { HolderOutlined, PushpinFilled, PushpinOutlined } from "@ant-design/icons";
import { Button, Checkbox } from "antd";
import { type KeyboardEvent, useState } from "react";
import { type ColumnPlace, moveColumn, untouchedView, type ViewMemory } from "./column-memory.ts";
import "./column-settings.css";

interface Place extends ColumnPlace {
  readonly title: string;
}

export interface ColumnListProps {
  /** All columns in the order of the table, hidden ones too; the first one stays where it is. */
  readonly columns: readonly Place[];
  readonly memory: ViewMemory;
  readonly onChange: (changed: Partial<ViewMemory>) => void;
}

/** The columns of a table, to be shown, hidden, moved and pinned. It is loaded when somebody opens it. */
export function ColumnList({ columns, memory, onChange }: ColumnListProps) {
  const [dragged, setDragged] = useState<string | null>(null);
  const rest = columns.slice(1);
  const shown = columns.filter(({ hidden }) => !hidden).length;
  const keys = columns.map(({ key }) => key);
  const move = (moved: string, target: string | undefined) => {
    if (target && target !== keys[0]) onChange({ order: moveColumn(keys, moved, target) });
  };
  const showAll = (all: boolean) => onChange({ hidden: Object.fromEntries(rest.map(({ key }) => [key, !all])) });

  return (
    <section className="column-settings" aria-label="列设置">
      <header>
        <Checkbox
          checked={shown === columns.length}
          indeterminate={shown < columns.length && shown > 1}
          onChange={({ target }) => showAll(target.checked)}
        >
          列展示（{shown}/{columns.length}）
        </Checkbox>
        <Button
          type="link"
          size="small"
          onClick={() => onChange({ ...untouchedView, density: memory.density, pageSize: memory.pageSize })}
        >
          恢复默认
        </Button>
      </header>
      <ul>
        {columns.map((column, at) => (
          <Item
            key={column.key}
            column={column}
            leads={at === 0}
            dragged={dragged === column.key}
            onDrag={setDragged}
            onDragOver={() => dragged && dragged !== column.key && move(dragged, column.key)}
            onStep={(step) => move(column.key, keys[at + step])}
            onShow={(show) => onChange({ hidden: { ...memory.hidden, [column.key]: !show } })}
            onPin={(pin) => onChange({ pinned: { ...memory.pinned, [column.key]: pin } })}
          />
        ))}
      </ul>
    </section>
  );
}

interface ItemProps {
  readonly column: Place;
  /** The record's number: always there, always first. */
  readonly leads: boolean;
  readonly dragged: boolean;
  readonly onDrag: (key: string | null) => void;
  readonly onDragOver: () => void;
  readonly onStep: (step: 1 | -1) => void;
  readonly onShow: (show: boolean) => void;
  readonly onPin: (pin: boolean) => void;
}

function Item({ column, leads, dragged, onDrag, onDragOver, onStep, onShow, onPin }: ItemProps) {
  const { key, title, hidden, pinned } = column;
  const stepByKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    onStep(event.key === "ArrowUp" ? -1 : 1);
  };

  return (
    <li
      data-dragged={dragged}
      draggable={!leads}
      onDragStart={() => onDrag(key)}
      onDragEnd={() => onDrag(null)}
      onDragEnter={onDragOver}
      onDragOver={(event) => event.preventDefault()}
    >
      <button
        type="button"
        className="column-handle"
        disabled={leads}
        aria-label={`移动列“${title}”，按上下方向键`}
        onKeyDown={stepByKey}
      >
        <HolderOutlined />
      </button>
      <Checkbox checked={!hidden} disabled={leads} onChange={({ target }) => onShow(target.checked)}>
        {title}
      </Checkbox>
      <Button
        type="text"
        size="small"
        disabled={leads}
        aria-label={`固定列“${title}”`}
        aria-pressed={leads || pinned}
        icon={leads || pinned ? <PushpinFilled /> : <PushpinOutlined />}
        onClick={() => onPin(!pinned)}
      />
    </li>
  );
}
