import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoint } from "@ops/platform/contract";
import { z } from "zod";
import { handlersOf } from "./handlers-of.ts";
import { reads } from "./route.ts";

const call = (path: `/${string}`) =>
  endpoint({ method: "GET", path, title: path, permission: "public", answer: z.string() });
const answers = (path: `/${string}`) => reads(call(path), async () => path);

test("handlers keep the order of their files, whatever their names; what is no handler is left out", () => {
  const listed = answers("/tea/v1/pots");
  const acting = { routes: [answers("/tea/v1/pots/{id}/fill"), answers("/tea/v1/pots/{id}/empty")] };
  const compared = answers("/tea/v1/pots/compare");
  const cups = answers("/tea/v1/cups");
  const exportsOfPots = { acting, compared, helper: () => "tea", listed };
  assert.deepEqual(
    handlersOf({ cups }, exportsOfPots).map((route) => route.endpoint.path),
    ["/tea/v1/cups", "/tea/v1/pots", "/tea/v1/pots/{id}/fill", "/tea/v1/pots/{id}/empty", "/tea/v1/pots/compare"],
  );
});
