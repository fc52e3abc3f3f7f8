import { idOf } from "../seeded.ts";

export interface LargePlace {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly type: "REGION" | "CITY" | "STORE";
  readonly parentId: string;
  readonly path: string;
  readonly level: number;
  readonly sort: number;
}

const CITIES_PER_REGION = 20;
const STORES_PER_CITY = 19;
const directions = [..."东西南北中新城湖山江桥门街园路港滩岭河"];

/** Makes regions with twenty cities of nineteen stores each until the wanted number is reached, parents first. */
export function* largePlaces(rootId: string, count: number): Generator<LargePlace> {
  const perRegion = 1 + CITIES_PER_REGION * (1 + STORES_PER_CITY);
  const regions = Math.max(1, Math.round(count / perRegion));
  const cities = Math.max(1, Math.min(regions * CITIES_PER_REGION, Math.floor((count - regions) / 2)));
  const stores = Math.max(1, count - regions - cities);
  const root = { id: rootId, path: `/${rootId}/`, level: 1 };
  const made: { regions: LargePlace[]; cities: LargePlace[] } = { regions: [], cities: [] };
  for (let n = 0; n < regions; n++) {
    const region = place(root, { type: "REGION", n, name: `规模测试大区${n + 1}` });
    made.regions.push(region);
    yield region;
  }
  for (let n = 0; n < cities; n++) {
    const parent = made.regions[n % regions] ?? root;
    const city = place(parent, { type: "CITY", n, name: `规模测试城市${n + 1}` });
    made.cities.push(city);
    yield city;
  }
  for (let n = 0; n < stores; n++) {
    const parent = made.cities[n % cities] ?? root;
    yield place(parent, { type: "STORE", n, name: `规模测试城${directions[n % directions.length]}店${n + 1}` });
  }
}

interface Wanted {
  readonly type: LargePlace["type"];
  readonly n: number;
  readonly name: string;
}

function place(parent: { id: string; path: string; level: number }, { type, n, name }: Wanted): LargePlace {
  const id = idOf(`large-${type}:${n}`);
  const code = `LARGE-${type[0]}${n + 1}`;
  const under = { parentId: parent.id, path: `${parent.path}${id}/`, level: parent.level + 1 };
  return { id, code, name, type, sort: n, ...under };
}
