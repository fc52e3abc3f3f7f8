import { CloseOutlined } from "@ant-design/icons";
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
  viewInto,
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
 * opens into its points, or into a list of them where they lie at one place.
 */
export function PointMap({ label, points, onOpen }: Props) {
  const [view, setView] = useState<MapView>(wholeView);
  const { data: cities = [] } = useEndpoint(listCityCentres, {});
  const [listedKeys, setListedKeys] = useState<readonly string[]>([]);
  // points may go or change while they are listed
  const listed = points.filter(({ key }) => listedKeys.includes(key));
  // a list whose last point is gone stays closed: opened again by a filter, it would take the focus from what is typed
  if (listedKeys.length > 0 && listed.length === 0) setListedKeys([]);
  const show = (next: MapView) => {
    setView(next);
    setListedKeys([]);
  };
  const open = ({ points: held }: MapCluster) => {
    const [first] = held;
    if (held.length === 1 && first) return onOpen?.(first);
    const next = viewInto(held, REACH);
    if (next) show(next);
    else setListedKeys(held.map(({ key }) => key));
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
        <Button className="point-map-back" size="small" onClick={() => show(wholeView)}>
          显示全图
        </Button>
      )}
      {listed.length > 0 && <PointList points={listed} onOpen={onOpen} onClose={() => setListedKeys([])} />}
    </figure>
  );
}

interface ListProps {
  readonly points: readonly MapPoint[];
  readonly onOpen: Props["onOpen"];
  readonly onClose: () => void;
}

function PointList({ points, onOpen, onClose }: ListProps) {
  return (
    <section className="point-map-list" aria-label="同一位置的点">
      <Button type="text" size="small" aria-label="关闭" autoFocus icon={<CloseOutlined />} onClick={onClose} />
      <ul>
        {points.map((point) => (
          <li key={point.key}>
            {onOpen ? (
              <Button type="link" size="small" onClick={() => onOpen(point)}>
                {point.title}
              </Button>
            ) : (
              point.title
            )}
          </li>
        ))}
      </ul>
    </section>
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
