import type { LngLat } from "@ops/platform/contract";

export interface MapPoint extends LngLat {
  readonly key: string;
  readonly title: string;
}

/** Points that would cover each other, shown as one. */
export interface MapCluster {
  readonly points: readonly MapPoint[];
  readonly x: number;
  readonly y: number;
}

/** The part of the country that a map shows, in degrees. */
export interface MapView {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** The country as a whole. */
export const wholeView: MapView = { west: 73, east: 136, south: 17, north: 54.5 };

/** On flat paper a degree of longitude is as wide as it is in the middle of the country. */
const NARROWED = Math.cos((36 * Math.PI) / 180);

export const MAP_WIDTH = 720;
export const MAP_HEIGHT = 530;

/** Places a point on the drawing, with north at the top. */
export function placeOnMap({ lng, lat }: LngLat, view: MapView): { x: number; y: number } {
  const scale = Math.min(MAP_WIDTH / ((view.east - view.west) * NARROWED), MAP_HEIGHT / (view.north - view.south));
  const middle = { lng: (view.west + view.east) / 2, lat: (view.south + view.north) / 2 };
  return {
    x: MAP_WIDTH / 2 + (lng - middle.lng) * NARROWED * scale,
    y: MAP_HEIGHT / 2 - (lat - middle.lat) * scale,
  };
}

export const isOnMap = ({ x, y }: { readonly x: number; readonly y: number }) =>
  x >= 0 && x <= MAP_WIDTH && y >= 0 && y <= MAP_HEIGHT;

/** Joins points within `reach` of the first one of a cluster. Each point is in one cluster. */
export function clusterPoints(points: readonly MapPoint[], view: MapView, reach: number): MapCluster[] {
  const clusters: { x: number; y: number; points: MapPoint[] }[] = [];
  for (const point of points) {
    const { x, y } = placeOnMap(point, view);
    if (!isOnMap({ x, y })) continue;
    const near = clusters.find((cluster) => Math.hypot(cluster.x - x, cluster.y - y) <= reach);
    if (near) near.points.push(point);
    else clusters.push({ x, y, points: [point] });
  }
  return clusters;
}

/** At least this many degrees are shown, however near the points of a cluster lie. */
const LEAST_DEGREES = 0.02;

/** The part of the country with these points, and some room around them. */
export function viewAround(points: readonly LngLat[]): MapView {
  const lngs = points.map(({ lng }) => lng);
  const lats = points.map(({ lat }) => lat);
  const margin =
    Math.max(LEAST_DEGREES, Math.max(...lngs) - Math.min(...lngs), Math.max(...lats) - Math.min(...lats)) / 2;
  return {
    west: Math.min(...lngs) - margin,
    east: Math.max(...lngs) + margin,
    south: Math.min(...lats) - margin,
    north: Math.max(...lats) + margin,
  };
}

/** The view in which the points of a cluster come apart; null if they lie at one place. */
export function viewInto(points: readonly MapPoint[], reach: number): MapView | null {
  const view = viewAround(points);
  return clusterPoints(points, view, reach).length > 1 ? view : null;
}
