// npm run bench [-- --small]
import { join } from "node:path";
import { Child } from "./child.ts";
import { compare, type Effort, measure, type Server } from "./measure.ts";
import { tokenOf } from "./reader.ts";
import { leadScenarios, unfilteredPages } from "./scenarios/lead.ts";
import { openVolume, scopeOf, type Volume } from "./volumes.ts";

const small = process.argv.includes("--small");
const effort: Effort = small
  ? { rounds: 1, sliceSeconds: 0.3, connections: 16 }
  : { rounds: Number(process.env["BENCH_ROUNDS"] ?? 7), sliceSeconds: 2, connections: 16 };

const file = (name: string) => join(import.meta.dirname, name);
async function startServer(name: "ours" | "limit", { address, reader }: Volume): Promise<Server> {
  const given = { address, reader, scope: scopeOf(reader.path) };
  const { child, ready } = await Child.start<{ port: number }>(file(`servers/${name}.ts`), given);
  return { child, port: ready.port };
}
const volume = await openVolume(small ? 20_000 : 1_000_000);
const limit = await startServer("limit", volume);
const ours = await startServer("ours", volume);
const { child: load } = await Child.start(file("load.ts"), {});
const only = process.env["BENCH_ONLY"];
for (const path of ["/bench/v1/leads?pageNo=2&pageSize=20&status=FOLLOWING"]) {
  const [a, b] = await Promise.all(
    [limit, ours].map(async ({ port }) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: tokenOf(0) } })).text(),
    ),
  );
  console.log(a === b ? "same" : `${a}\n${b}`);
}
for (const scenario of leadScenarios(volume.reader, volume.leadIds)) {
  if (only && !scenario.name.startsWith(only)) continue;
  const compared = await compare(load, { limit, ours }, scenario.requests, effort);
  console.log(scenario.name, compared);
}
console.log(
  await measure(load, ours, unfilteredPages(), { ...effort, connections: 1 }),
  await measure(load, limit, unfilteredPages(), { ...effort, connections: 1 }),
);
await Promise.all([limit, ours].map(({ child }) => child.stop()));
await load.stop();
await volume.stop();
