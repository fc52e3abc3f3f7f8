// Loaded before the tests (`node --import`). The file that MUTANT names is loaded with its fault, and the file itself
// is not changed.
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { z } from "zod";

const Planted = z.object({ path: z.string(), start: z.int(), end: z.int(), after: z.string() });
const { path, start, end, after } = Planted.parse(JSON.parse(process.env["MUTANT"] ?? "null"));
const url = pathToFileURL(path).href;

registerHooks({
  load(asked, context, nextLoad) {
    const loaded = nextLoad(asked, context);
    if (asked !== url || loaded.source === undefined || loaded.source === null) return loaded;
    const source = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
    return { ...loaded, source: source.slice(0, start) + after + source.slice(end) };
  },
});
