import type { Endpoint } from "@ops/platform/contract";
import { useMay } from "../../session/use-session.ts";
import { evenColumns } from "./even-columns.ts";
import "./figures.css";

interface Figure {
  /** What is counted. */
  readonly label: string;
  readonly value: number | string;
  /** The list that shows what is behind the figure. Without it, the figure leads nowhere. */
  readonly needs?: Endpoint;
  readonly onOpen?: () => void;
}

/** The figures at the head of a board, in rows of nearly equal length. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  const columns = evenColumns(figures.length);
  return (
    <dl className="figures" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {figures.map((figure) => (
        <div key={figure.label}>
          <dt>{figure.label}</dt>
          <dd>
            <FigureLink {...figure} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A figure that leads to what is behind it, for those who may see that. */
export function FigureLink({ label, value, needs, onOpen }: Figure) {
  const may = useMay();
  const shown = typeof value === "number" ? value.toLocaleString("zh-CN") : value;
  if (!needs || !may(needs) || value === 0) return shown;
  return (
    <button type="button" className="text-button" aria-label={`查看${label}：${shown}`} onClick={onOpen}>
      {shown}
    </button>
  );
}
