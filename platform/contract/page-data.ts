import { z } from "zod";

/** What `{data}` in a route carries: ids and a mode, never personal data or rights (PF-R6). */
const PageData = z.object({
  id: z.string().max(64).optional(),
  mode: z.string().max(20).default("view"),
  from: z.string().max(200).optional(),
});
export type PageData = z.output<typeof PageData>;

export function encodePageData(data: z.input<typeof PageData>): string {
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** The carried data, or null when the address was damaged or made up. */
export function decodePageData(encoded: string): PageData | null {
  try {
    const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return PageData.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null; // atob, the decoder and JSON each throw on garbage: all mean the same here
  }
}
