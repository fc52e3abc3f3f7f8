import type { Profiler } from "node:inspector";
import { Session } from "node:inspector/promises";

/** Where the process spent its time: the share of each part, of the time in which it was not idle. */
export type Shares = Readonly<Record<string, number>>;

let session: Session | undefined;

export async function profileSelf(when: "begin" | "end"): Promise<{ shares: Shares }> {
  if (when === "begin") {
    session = new Session();
    session.connect();
    await session.post("Profiler.enable");
    await session.post("Profiler.start");
    return { shares: {} };
  }
  const taken = await session?.post("Profiler.stop");
  session?.disconnect();
  return { shares: taken ? sharesOf(taken.profile) : {} };
}

function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Shares {
  const partOf = partsByNode(nodes);
  const spent = new Map<string, number>();
  for (const [n, id] of samples.entries()) {
    const part = partOf.get(id) ?? "";
    spent.set(part, (spent.get(part) ?? 0) + (timeDeltas[n] ?? 0));
  }
  spent.delete("");
  const whole = [...spent.values()].reduce((sum, one) => sum + one, 0);
  return Object.fromEntries([...spent].map(([part, time]) => [part, time / whole]));
}

/** What has no file of its own, such as a function of the engine, belongs to the part that called it. */
function partsByNode(nodes: readonly Profiler.ProfileNode[]): Map<number, string> {
  const parentOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const parts = new Map<number, string>();
  for (const { id, callFrame } of nodes) {
    const inherited = parts.get(parentOf.get(id) ?? -1) ?? NODE;
    parts.set(id, partOfFrame(callFrame) ?? inherited);
  }
  return parts;
}

const NODE = "Node: sockets, HTTP, timers";
const known: readonly (readonly [RegExp, string])[] = [
  [/\/node_modules\/(?:fastify|find-my-way|@fastify|avvio|fast-json|secure-json)/, "Fastify"],
  [/\/node_modules\/(?:pg|pg-protocol|pg-pool|pg-types|postgres-[a-z]+)\//, "driver of the database"],
  [/\/platform\/server\/db\//, "records, statements, scope"],
  [/\/node_modules\/kysely\//, "records, statements, scope"],
  [/\/node_modules\/zod\/|\/http\/validate/, "validation"],
  [/\/node_modules\/(?:pino|sonic-boom|thread-stream|fast-redact|safe-stable)/, "log and metrics"],
  [/\/platform\/server\/(?:log|metrics|observe)|\/node_modules\/prom-client\//, "log and metrics"],
  [/\/platform\/server\/(?:audit|events|live)\//, "audit row, events"],
  [/\/platform\/server\/http\//, "kernel: request, permission, answer"],
  [/\/modules\/authority\//, "session and rights"],
  [/\/platform\//, "kernel: the rest"],
  [/\/benchmarks\//, "handler"],
  [/^node:/, NODE],
];

function partOfFrame({ functionName, url }: { functionName: string; url: string }): string | undefined {
  if (functionName === "(idle)" || url === "node:inspector") return ""; // the profiler itself costs the request nothing
  if (functionName === "(garbage collector)") return "collecting garbage";
  if (url === "") return undefined;
  return known.find(([pattern]) => pattern.test(url))?.[1] ?? "other libraries";
}
