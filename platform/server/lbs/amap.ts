import { z } from "zod";
import { type Asked, type Found, type MapService, MOST_CANDIDATES } from "./map-service.ts";

export interface MapSettings {
  /** `https://restapi.amap.com` or a gateway that speaks like it. */
  readonly url: string;
  readonly key: string;
}

const TIMEOUT_MS = 2_000;

/** An empty text travels as an empty list. */
const text = z.union([z.string(), z.array(z.unknown()).transform(() => "")]);
const head = { status: z.string(), info: z.string(), infocode: z.string() };
const Tips = z.object({
  ...head,
  tips: z.array(z.object({ name: text, district: text, adcode: text, location: text, address: text })).default([]),
});
const Codes = z.object({
  ...head,
  geocodes: z.array(z.object({ adcode: text, location: text, level: text })).default([]),
});

/** The service cannot be reached, is too slow, refuses, or answers something unreadable. */
export class MapServiceFailed extends Error {}

/** A map service that speaks the web-service format of 高德 (`/v3/assistant/inputtips`, `/v3/geocode/geo`). */
export function amapService({ url, key }: MapSettings): MapService {
  const ask = async <S extends z.ZodType<{ status: string; info: string }>>(
    path: string,
    query: Readonly<Record<string, string>>,
    shape: S,
  ): Promise<z.output<S>> => {
    const address = `${url}${path}?${new URLSearchParams({ key, output: "JSON", ...query })}`;
    const answer = shape.safeParse(await fetchAnswer(address));
    if (!answer.success) throw new MapServiceFailed("the map service answers in another form");
    if (answer.data.status !== "1") throw new MapServiceFailed(`the map service refuses: ${answer.data.info}`);
    return answer.data;
  };
  return {
    suggest: async ({ keyword, regionCode }) => {
      const within = regionCode === null ? {} : { city: regionCode, citylimit: "true" };
      const { tips } = await ask("/v3/assistant/inputtips", { keywords: keyword, datatype: "all", ...within }, Tips);
      return tips.slice(0, MOST_CANDIDATES).map(
        ({ name, district, adcode, location, address }): Found => ({
          name,
          address: address || district || name,
          regionCode: codeOf(adcode),
          ...(pointOf(location) ?? { lng: null, lat: null }),
        }),
      );
    },
    geocode: async ({ keyword, regionCode }: Asked) => {
      const within = regionCode === null ? {} : { city: regionCode };
      const { geocodes } = await ask("/v3/geocode/geo", { address: keyword, ...within }, Codes);
      const [best] = geocodes;
      const point = best && pointOf(best.location);
      return point ? { ...point, regionCode: codeOf(best.adcode), precision: precisionOf(best.level) } : null;
    },
  };
}

/** The message of the transport may name the address, and with it the key: it is not repeated. */
async function fetchAnswer(address: string): Promise<unknown> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" });
    if (!response.ok) throw new MapServiceFailed(`the map service answers with status ${response.status}`);
    return await response.json();
  } catch (error) {
    if (error instanceof MapServiceFailed) throw error;
    const isLate = error instanceof Error && error.name === "TimeoutError";
    throw new MapServiceFailed(isLate ? "the map service takes more than two seconds" : "the map service is away");
  }
}

const codeOf = (adcode: string) => (/^\d{6}$/.test(adcode) ? adcode : null);

function pointOf(location: string): { lng: number; lat: number } | null {
  const [, lng, lat] = /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/.exec(location) ?? [];
  return lng && lat ? { lng: Number(lng), lat: Number(lat) } : null;
}

function precisionOf(level: string): "ADDRESS" | "DISTRICT" | "CITY" | "PROVINCE" {
  if (level === "国家" || level === "省") return "PROVINCE";
  if (level === "市") return "CITY";
  return level === "区县" || level === "开发区" ? "DISTRICT" : "ADDRESS";
}
