import assert from "node:assert/strict";
import { test } from "node:test";
import { idParams } from "@ops/platform/contract";
import { z } from "zod";
import { partOf } from "./part-endpoint.ts";

const getPotParts = {
  method: "GET",
  path: "/tea/v1/pots/{id}/parts",
  title: "壶的部件",
  permission: "tea:pot:list",
  params: idParams,
  answer: z.object({
    lids: z.array(z.object({ color: z.string().meta({ label: "颜色" }) })).meta({ label: "壶盖" }),
    tags: z.array(z.string()),
  }),
} as const;

test("a part of a record has its title and the fields of its rows from the contract", () => {
  const { title, row } = partOf(getPotParts, "lids");
  assert.equal(title, "壶盖");
  assert.deepEqual(Object.keys(row), ["color"]);
});

test("what is no list of rows cannot be shown as a part", () => {
  assert.throws(() => partOf(getPotParts, "tags"), /tags is no list of rows/);
  assert.throws(() => partOf(getPotParts, "spout"), /spout is no list of rows/);
});
