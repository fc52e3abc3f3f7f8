// npm run measures: shows how much code the product needs for what it does, and how well its rooms are ordered.
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { filesOf, isForTests } from "../tests/architecture/repository.ts";
import { root } from "./check.ts";
import { endpointsIn } from "./measures/endpoints.ts";
import { roomsInCircles, valueImports } from "./measures/rooms.ts";
import { spreadLiterals } from "./measures/spread-literals.ts";
import { entityFiles } from "./new/entity-files.ts";
import { namesOf } from "./new/names.ts";

const textOf = (file: string) => readFileSync(join(root, file), "utf8");
const linesOf = (file: string) => textOf(file).split("\n").length - 1;
const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);

const product = filesOf("{platform,modules,apps}/**/*.{ts,tsx}").filter((file) => !isForTests(file));
const written = product.filter((file) => !file.endsWith(".generated.ts"));
const modules = [...new Set(product.flatMap((file) => /^modules\/([^/]+)\//.exec(file)?.[1] ?? []))];

const tests = filesOf("{platform,modules,apps,tests}/**/*.{test,spec}.ts");
const tested = new Set(
  tests.flatMap((file) => textOf(file).match(/\b[A-Z]{2,}-R\d+\b(?=[^\n]*", (?:async )?\()/g) ?? []),
);

const averageOf = (lines: number, many: number) => (many === 0 ? "-" : Math.round(lines / many));

async function countEndpoints(module: string): Promise<number> {
  const contract: object = await import(join(root, "modules", module, "contract/index.ts"));
  return endpointsIn(contract).length;
}

async function measureModule(module: string) {
  const lines = sum(written.filter((file) => file.startsWith(`modules/${module}/`)).map(linesOf));
  const named = new Set(textOf(`docs/domain/${module}.md`).match(/(?<=\*\*)[A-Z]{2,}-R\d+/g));
  const rules = [...named].filter((rule) => tested.has(rule)).length; // rules without a test are not built yet
  const endpoints = await countEndpoints(module);
  const perEndpoint = averageOf(lines, endpoints);
  return { module, lines, rules, "lines/rule": averageOf(lines, rules), endpoints, "lines/endpoint": perEndpoint };
}

const needs = new Map(product.map((file) => [file, valueImports(file, textOf(file))]));

function measureRooms(module: string) {
  return (["contract", "server", "web"] as const).map((side) => {
    const folder = `modules/${module}/${side}`;
    const inside = [...needs.keys()].filter((file) => file.startsWith(`${folder}/`));
    const rooms = new Set(inside.flatMap((file) => /^([^/]+)\//.exec(file.slice(folder.length + 1))?.[1] ?? []));
    const knotted = roomsInCircles(folder, needs);
    return { folder, rooms: rooms.size, "in a circle": knotted.length, which: knotted.join(" ") };
  });
}

/** Measures each subject on all three sides, by the name of its folder. */
function measureSubjects() {
  const bySubject = Map.groupBy(written, (file) => {
    const [, module = "", room = ""] = /^modules\/([^/]+)\/(?:contract|server|web)\/([^/]+)\//.exec(file) ?? [];
    return room === "" || room === "demo" ? "" : `${module}: ${room}`;
  });
  bySubject.delete("");
  const measured = [...bySubject].map(([subject, files]) => ({
    subject,
    files: files.length,
    lines: sum(files.map(linesOf)),
  }));
  return measured.toSorted((one, other) => other.lines - one.lines).slice(0, 12);
}

function measureFolders() {
  const byFolder = Map.groupBy(product, (file) => posix.dirname(file));
  const measured = [...byFolder].map(([folder, files]) => ({ folder, files: files.length }));
  return measured.toSorted((one, other) => other.files - one.files).slice(0, 12);
}

/** Measures what the generator writes for a plain entity, and where one of its fields (`remark`) is named. */
function measureGenerated() {
  const files = Object.entries(entityFiles(namesOf("clue", "follow-up", "跟进记录"), "0001"));
  const shipped = files.filter(([file]) => !isForTests(file));
  const times = (pattern: RegExp) => shipped.map(([, text]) => text.match(pattern)?.length ?? 0);
  const named = times(/\bremark\b/g);
  return {
    files: shipped.length,
    lines: sum(shipped.map(([, text]) => text.split("\n").length - 1)),
    "files that name a field": named.filter((count) => count > 0).length,
    "times it is named": sum(named),
    "times its label is said": sum(times(/备注/g)),
  };
}

console.log("Code of a module: contract, server, web and demo, without tests, styles and what is generated");
console.table(await Promise.all(modules.map(measureModule)));
console.log("Rooms that need each other in a circle, by value");
console.table(modules.flatMap(measureRooms));
console.log("A plain entity of the generator, without its test and promises");
console.table([measureGenerated()]);
console.log("The largest subjects");
console.table(measureSubjects());
console.log("The largest folders");
console.table(measureFolders());
const spread = written.map((file) => spreadLiterals(file, textOf(file)).length);
console.log(`Literals spread into literals: ${sum(spread)} in ${spread.filter((count) => count > 0).length} files`);
console.log(`docs/openapi.json: ${linesOf("docs/openapi.json")} lines`);
