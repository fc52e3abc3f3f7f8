import assert from "node:assert/strict";
import { posix } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Endpoint } from "@ops/platform/contract";
import * as platformContract from "@ops/platform/contract";
import { handlersOf } from "@ops/platform/server";
import { endpointsIn } from "../../scripts/measures/endpoints.ts";
import { productRoutes } from "../../scripts/openapi.ts";
import { filesOf, isForTests, packages, root } from "./repository.ts";
import { type Needs, needsOf } from "./rooms.ts";

const modules = [...packages.keys()].filter((folder) => folder.startsWith("modules/"));
const load = async (file: string): Promise<object> => import(pathToFileURL(root + file).href);

/** Batches define their own calls, so they count as handlers (PF-R119). */
const hasBatches = (exported: object): boolean =>
  Object.values(exported)
    .flat()
    .some((one) => typeof Object(one).act === "function" && Object(Object(one).kind).run !== undefined);

/** Finds imports of handler files by anything except the door and handler files of the same room. */
function findStrayNeeds(handlerFiles: ReadonlySet<string>, needs: Needs): string[] {
  return [...needs].flatMap(([from, targets]) =>
    targets
      .filter((to) => handlerFiles.has(to) && !posix.basename(from).startsWith("index."))
      .filter((to) => !handlerFiles.has(from) || posix.dirname(from) !== posix.dirname(to))
      .map((to) => `${from} needs ${to}`),
  );
}

test("handlers are made when their file is loaded, so the door and handlers of the same room alone need that file", async (context) => {
  const files = filesOf("modules/*/server/**/*.ts").filter((file) => !isForTests(file));
  const handlerFiles = new Set<string>();
  for (const file of files) {
    const exported = await load(file);
    if (handlersOf(exported).length > 0 || hasBatches(exported)) handlerFiles.add(file);
  }
  context.diagnostic(`${handlerFiles.size} files with handlers`);
  assert.ok(handlerFiles.size > 2);
  const found = modules.flatMap((folder) => findStrayNeeds(handlerFiles, needsOf(posix.basename(folder))));
  assert.deepEqual(found, [], "what others need stands in a file beside the handlers");
});

test("a need of a file with handlers would be noticed", () => {
  const acting = "modules/shop/server/sale/acting.ts";
  const service = "modules/shop/server/sale/service.ts";
  const handlerFiles = new Set([acting, service]);
  const needing = (from: string) => findStrayNeeds(handlerFiles, new Map([[from, [acting]]]));
  assert.deepEqual(needing(service), []);
  assert.deepEqual(needing("modules/shop/server/index.ts"), []);
  for (const from of ["modules/shop/server/sale/job.ts", "modules/shop/server/item/service.ts"])
    assert.deepEqual(needing(from), [`${from} needs ${acting}`]);
});

/** Finds endpoints that have no route or several. */
function findWronglyRouted(endpoints: readonly Endpoint[], routed: readonly Endpoint[]): string[] {
  return endpoints.flatMap((endpoint) => {
    const times = routed.filter((one) => one === endpoint).length;
    return times === 1 ? [] : [`${endpoint.method} ${endpoint.path} has ${times} routes`];
  });
}

test("every endpoint of a contract has one route", async () => {
  const routed = productRoutes().map(({ endpoint }) => endpoint);
  const contracts = await Promise.all(modules.map((folder) => load(`${folder}/contract/index.ts`)));
  const endpoints = [platformContract, ...contracts].flatMap(endpointsIn);
  assert.ok(endpoints.length > 100);
  assert.deepEqual(findWronglyRouted(endpoints, routed), []);

  const [one, two] = endpoints;
  assert.ok(one && two);
  const planted = findWronglyRouted([one, two], [one, one]);
  assert.deepEqual(planted, [`${one.method} ${one.path} has 2 routes`, `${two.method} ${two.path} has 0 routes`]);
});
