import { table, verdict } from "../report.ts";
import type { Pace } from "./cars.ts";
import type { Transfer } from "./run.ts";

/** What was found of Excel, as a part of the report. */
export function transferReport({ exported, imported, memory, importMemory, cars, others }: Transfer): string {
  const [small, large] = memory;
  const rate = (name: string, least: number, { rows, perSecond, copyPerSecond }: Transfer["exported"]) => [
    `${name} of ${rows.toLocaleString("en")} rows`,
    `≥ ${least.toLocaleString("en")}`,
    `**${Math.round(perSecond).toLocaleString("en")}**`,
    verdict(perSecond >= least),
    `${Math.round(copyPerSecond).toLocaleString("en")}`,
    (perSecond / copyPerSecond).toFixed(2),
  ];
  const kept = (name: string, beside: Transfer["others"]["beside"]) => [
    name,
    `**${(beside.perSecond / others.alone.perSecond).toFixed(2)}**`,
    verdict(beside.perSecond >= 0.8 * others.alone.perSecond),
    `${Math.round(others.alone.perSecond)} → ${Math.round(beside.perSecond)}`,
    `${others.alone.p99.toFixed(0)} → ${beside.p99.toFixed(0)}`,
  ];
  const weigh = (name: string, watched: Transfer["importMemory"]) => [
    name,
    `**${watched.mostMb - watched.restMb}**`,
    verdict(watched.mostMb - watched.restMb <= 150),
    `${watched.mostMb}`,
    watched.overTimeMb.join(" "),
    `${watched.longestStallMs}`,
    verdict(watched.longestStallMs <= 100),
  ];
  const paced = (name: string, least: number, { perSecond, serverCpu, databaseCpu }: Pace) => [
    name,
    `≥ ${least.toLocaleString("en")}`,
    `**${Math.round(perSecond).toLocaleString("en")}**`,
    verdict(perSecond >= least),
    `${Math.round(1e6 / (serverCpu + databaseCpu)).toLocaleString("en")}`,
    `${Math.round(serverCpu)} + ${Math.round(databaseCpu)}`,
  ];
  const rows = (one: Transfer["memory"][number] | undefined) => (one?.rows ?? 0).toLocaleString("en");
  return `## Excel

Through the calls of the console, from the click to the finished task: 20 columns out of the database into a stored file, and
字典项 from uploaded files through check and confirmation, with their audit rows. **Raw** is \`COPY … TO STDOUT\` of the same rows
in the same order, and \`COPY … FROM STDIN\` into a table with the same keys.

${table(
  ["", "goal rows/s", "rows/s", "", "raw", "ratio"],
  [rate("export", 20_000, exported), rate("import, in files of 20,000,", 5_000, imported)],
)}

Cars, ${cars.rows.toLocaleString("en")} in files of their own: new ones with their parts and place, and the same again at another place with a
mileage; from the call to its answer, and from the confirmation to the finished task. **By CPU** is what a second of CPU time of
server and database together gets done, whatever else the machine does meanwhile; the work after the commit that other modules do
with the news counts as well.

${table(
  ["", "goal rows/s", "rows/s", "", "by CPU", "CPU µs/row: server + database"],
  [
    paced("new cars, checked", 1_500, cars.fresh.checked),
    paced("new cars, written", 500, cars.fresh.written),
    paced("known cars, checked", 1_500, cars.known.checked),
    paced("known cars, written", 500, cars.known.written),
  ],
)}

What a list of others keeps of its rate, asked by 8 connections without a pause (goal ≥ 0.80):

${table(
  ["beside", "kept", "", "requests/s", "p99 ms"],
  [kept("an export", others.beside), kept("an import", others.besideImport)],
)}

Memory of the node in MB, and its longest stall in ms (goals: ≤ 150 on top whatever the number of rows, ≤ 100 ms):

${table(
  ["", "on top", "", "most", "over time", "stall", ""],
  [
    ...(small ? [weigh(`export of ${rows(small)} rows`, small.watched)] : []),
    ...(large ? [weigh(`export of ${rows(large)} rows`, large.watched)] : []),
    weigh(`import of ${imported.rows.toLocaleString("en")} rows`, importMemory),
  ],
)}`;
}
