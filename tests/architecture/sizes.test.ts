import assert from "node:assert/strict";
import { test } from "node:test";
import { type Built, budgets, weigh } from "../../scripts/sizes.ts";

const KB = 1024;

/** A small console: login, workspace, a module with two pages, and a second module that it may load. */
const files = [
  built("start.js", ["apps/console/main.tsx", "modules/sales/web/pages.ts"], [], true),
  built("work.js", ["apps/console/workspace.tsx"], ["start.js"]),
  built("sales.js", ["modules/sales/contract/order.ts"], ["work.js"]),
  built("orders.js", ["modules/sales/web/OrderPage.tsx"], ["sales.js"]),
  built("calendar.js", ["node_modules/calendar/index.js"], ["work.js"]),
];
const weightOf: Record<string, number> = {
  "start.js": 200,
  "work.js": 250,
  "sales.js": 20,
  "orders.js": 10,
  "calendar.js": 30,
};

function built(file: string, sources: string[], imports: string[] = [], isEntry = false) {
  return { file, isEntry, sources, imports, styles: [] };
}

function consoleOf(changed: Partial<Omit<Built, "bytesOf">> = {}, weights: Record<string, number> = {}): Built {
  const bytesOf = (file: string) => ({ ...weightOf, ...weights })[file] ?? 0;
  const pages = { "/Orders": "modules/sales/web/OrderPage.tsx" };
  return { files, pages, visas: { sales: ["stock"] }, ...changed, bytesOf: (file) => bytesOf(file) * KB };
}

test("a console within its budgets has no fault, and every file that a browser fetches is weighed", () => {
  const { weights, faults } = weigh(consoleOf());
  assert.deepEqual(faults, []);
  assert.deepEqual(
    weights.map(({ name, kb }) => [name, kb]),
    [
      ["login", 200],
      ["/Orders, first load", 480],
      ["/Orders, its own", 10],
      ["sales.js", 20],
      ["calendar.js", 30],
    ],
  );
});

const tooHeavy: Record<string, [weights: Record<string, number>, fault: string]> = {
  login: [{ "start.js": 261, "work.js": 200 }, `login: 261.0 KB of ${budgets.login} KB`],
  "a page with the workspace around it": [{ "work.js": 291 }, `/Orders, first load: 521.0 KB of ${budgets.page} KB`],
  "what a route brings of its own": [{ "orders.js": 41 }, `/Orders, its own: 41.0 KB of ${budgets.route} KB`],
  "what a module says about itself": [{ "sales.js": 41 }, `sales.js: 41.0 KB of ${budgets.shared} KB`],
  "a part of the kit": [{ "calendar.js": 41 }, `calendar.js: 41.0 KB of ${budgets.shared} KB`],
};
for (const [what, [weights, fault]] of Object.entries(tooHeavy)) {
  test(`too heavy: ${what}`, () => assert.deepEqual(weigh(consoleOf({}, weights)).faults, [fault]));
}

test("code of a module in the workspace is a fault, however small", () => {
  const leaking = files.map((one) =>
    one.file === "work.js" ? { ...one, sources: [...one.sources, "modules/sales/contract/order.ts"] } : one,
  );
  assert.deepEqual(weigh(consoleOf({ files: leaking })).faults, [
    "the workspace loads modules/sales/contract/order.ts",
  ]);
});

test("a page loads its own module and those it has a visa for", () => {
  const stock = built("stock.js", ["modules/stock/contract/bin.ts"]);
  const secret = built("secret.js", ["modules/secret/contract/plan.ts"]);
  const reaching = files.map((one) =>
    one.file === "orders.js" ? { ...one, imports: [...one.imports, "stock.js", "secret.js"] } : one,
  );
  const { faults } = weigh(consoleOf({ files: [...reaching, stock, secret] }));
  assert.deepEqual(faults, ["/Orders loads modules/secret/contract/plan.ts"]);
});

test("a page that the build does not have is not passed over", () => {
  assert.throws(() => weigh(consoleOf({ pages: { "/Gone": "modules/sales/web/GonePage.tsx" } })), /no such file/);
});
