import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldMeta, metaOf, refKinds } from "@ops/platform/contract";
import type { z } from "zod";
import { placesIn } from "../../platform/server/http/places.ts";
import { world } from "./world.ts";

const app = world();

function kindIn(schema: z.ZodType): string | null {
  const { ref, names } = fieldMeta(schema);
  const { points } = metaOf(schema);
  return ref ?? names?.kind ?? (typeof points === "string" ? points : null);
}

test("every kind of record that a call or an answer names is published by its owner", async () => {
  const published = new Set(app.node.modules.flatMap(({ refs = [] }) => refs.map(({ kind }) => kind.kind)));
  const named = app
    .offers()
    .flatMap(({ endpoint: { path, body, query, answer } }) =>
      [body, query, answer].flatMap((part) => placesIn(part, kindIn).map(({ found }) => `${path}: ${found}`)),
    );
  assert.ok(named.length > 0);
  assert.deepEqual(
    named.filter((one) => !published.has(one.split(": ")[1] ?? "")),
    [],
  );
});

test("the page of a kind opens with a code that there is", () => {
  const codes = new Set<string>(app.offers().map(({ endpoint }) => endpoint.permission));
  const unknown = [...refKinds.values()].filter(({ page }) => page && !codes.has(page.needs));
  assert.deepEqual(
    unknown.map(({ kind }) => kind),
    [],
  );
});
