import { listCityCentres } from "@ops/platform/contract";
import { Button } from "antd";
import { type KeyboardEvent, useState } from "react";
import { useEndpoint } from "../../call/use-query.ts";
import {
  clusterPoints,
  isOnMap,
  MAP_HEIGHT,
  MAP_WIDTH,
  type MapCluster,
  type MapPoint,
  type MapView,
  placeOnMap,
  viewAround,
  wholeView,
} from "./place-points.ts";
import "./map.css";

interface Props {
  readonly label: string;
  readonly points: readonly MapPoint[];
  /** Without it a point only tells its name. */
  readonly onOpen?: (point: MapPoint) => void;
}

/** The smallest distance of two marks. */
const REACH = 24;

/**
 * Points on a map that no foreign server has to draw: the centres of all cities, as faint dots, make the country (PF-R130). A cluster
 * opens into its points.
 */
export function PointMap({ label, points, onOpen }: Props) {
  const [view, setView] = useState<MapView>(wholeView);
  const { data: cities = [] } = useEndpoint(listCityCentres, {});
  const open = ({ points: held }: MapCluster) => {
    const [first] = held;
    if (held.length > 1) setView(viewAround(held));
    else if (first) onOpen?.(first);
  };
  const dots = cities.map((city) => ({ key: city.code, ...placeOnMap(city, view) })).filter(isOnMap);
  return (
    <figure className="point-map" aria-label={label}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing holds no fieldset */}
      <svg viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`} role="group" aria-label={label}>
        <g className="point-map-cities" aria-hidden>
          {dots.map(({ key, x, y }) => (
            <circle key={key} cx={x} cy={y} r={2} />
          ))}
        </g>
        {clusterPoints(points, view, REACH).map((cluster) => (
          <Mark key={cluster.points[0]?.key} cluster={cluster} onOpen={open} />
        ))}
      </svg>
      {view !== wholeView && (
        <Button className="point-map-back" size="small" onClick={() => setView(wholeView)}>
          显示全图
        </Button>
      )}
    </figure>
  );
}

interface MarkProps {
  readonly cluster: MapCluster;
  readonly onOpen: (cluster: MapCluster) => void;
}

function Mark({ cluster, onOpen }: MarkProps) {
  const { x, y, points } = cluster;
  const count = points.length;
  const title = count === 1 ? (points[0]?.title ?? "") : `${count} 个点：${points.map((one) => one.title).join("、")}`;
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onOpen(cluster);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing holds no button elements
    <g
      className="point-map-mark"
      role="button"
      tabIndex={0}
      aria-label={title}
      transform={`translate(${x} ${y})`}
      onClick={() => onOpen(cluster)}
      onKeyDown={handleKey}
    >
      <title>{title}</title>
      <circle r={count === 1 ? 6 : 12} />
      {count > 1 && (
        <text textAnchor="middle" dominantBaseline="central">
          {count}
        </text>
      )}
    </g>
  );
}
