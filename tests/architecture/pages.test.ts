import assert from "node:assert/strict";
import { test } from "node:test";
import { siteRoutes } from "@ops/platform/contract";
import { importsIn } from "./imports.ts";
import { filesOf, textOf } from "./repository.ts";

const routes = siteRoutes.map(({ path }) => path);
const planned = siteRoutes.filter((route) => route.planned).map(({ path }) => path);

/** Page tables are read as text, because Node cannot load the components that they import. */
const tables = filesOf("{platform,modules/*}/web/{index,pages}.ts").map((path) => ({ path, text: textOf(path) }));
const pages = tables.flatMap(({ path, text }) =>
  [...text.matchAll(/^\s*"(\/[^"]*)": \(\) => import\("([^"]+)"\)/gm)].map(([, route = "", file = ""]) => {
    return { route, file: path.replace(/(index|pages)\.ts$/, file.replace("./", "")) };
  }),
);

test("every route of the site map has a page, or is marked as planned, and never both", (context) => {
  const built = new Set(pages.map(({ route }) => route));
  context.diagnostic(`${routes.length} routes, ${built.size} with a page, ${planned.length} planned`);
  assert.ok(built.size > 5);
  assert.deepEqual(
    routes.filter((path) => built.has(path) === planned.includes(path)),
    [],
  );
});

test("pages name routes of the site map only, each once", () => {
  const named = pages.map(({ route }) => route);
  assert.deepEqual(
    named.filter((path) => !routes.includes(path)),
    [],
  );
  assert.equal(new Set(named).size, named.length);
});

test("PF-R128 a page whose address carries data declares them, each page its own, and gets no others", () => {
  const carrying = pages.filter(({ route }) => route.includes("{data}"));
  assert.ok(carrying.length >= 5);
  const declared = new Map(
    filesOf("modules/*/contract/pages.ts").flatMap((path) =>
      [...textOf(path).matchAll(/^export const (\w+) = pageData\("([^"]+)"/gm)].map(([, name = "", route = ""]) => [
        route,
        name,
      ]),
    ),
  );
  for (const { route, file } of carrying) {
    assert.match(textOf(file), new RegExp(`^export default pageOf\\(${declared.get(route)},`, "m"), file);
  }
});

test("a web door only opens: with a body of its own it would draw every room behind it into the first load", () => {
  const doors = filesOf("{platform,modules/*}/web/index.ts");
  assert.ok(doors.length > 3);
  for (const door of doors) {
    const rest = textOf(door)
      .replace(/^export (type )?\{[^}]*\} from "[^"]+";$/gm, "")
      .replace(/^\s*(\/\/|\/\*\*).*$/gm, "");
    assert.equal(rest.trim(), "", door);
  }
});

test("every page of a table exists, and its table loads it only when it is needed", () => {
  for (const { file } of pages) assert.match(textOf(file), /^export default /m, file);
  for (const { path, text } of tables) {
    const eager = importsIn(text).flatMap(({ spec, isDynamic }) => (isDynamic ? [] : [spec]));
    const both = pages.filter(({ file }) =>
      eager.some((spec) => path.replace(/(index|pages)\.ts$/, spec.slice(2)) === file),
    );
    assert.deepEqual(both, []);
  }
});

test("PF-R129 what modules show inside of each other's pages is loaded when it is shown", () => {
  const doors = filesOf("modules/*/web/index.ts").filter((path) => /\bfillings\b/.test(textOf(path)));
  assert.ok(doors.length > 0);
  for (const door of doors) {
    const text = textOf(door.replace("index.ts", "fillings.ts"));
    const lazy = [...text.matchAll(/^const (\w+) = partsOf\(\(\) => import\(/gm)].map(([, name]) => name);
    const shown = [...text.matchAll(/\bBody(?:: (\w+))?/g)].map(([, name = "Body"]) => name);
    assert.ok(shown.length > 0, door);
    assert.deepEqual(
      shown.filter((name) => !lazy.includes(name)),
      [],
      door,
    );
  }
});
