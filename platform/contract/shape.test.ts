import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { callsOf } from "./calls.ts";
import { shape } from "./shape.ts";

const Seat = shape("seat", "座椅", {
  seatCode: z
    .string()
    .regex(/^[A-Z]+$/)
    .meta({ label: "编码" }),
  rows: z.int().min(1).max(9).meta({ label: "排数" }),
  weight: z.number().gt(0).nullable().default(null).meta({ label: "重量" }),
});
const answer = Seat.answer({});

test("an answer drops the rules for typing, of texts and of numbers: older rows can still be read", () => {
  const older = { id: "1", version: 1, seatCode: "old 1", rows: 12, weight: 0 };
  assert.deepEqual(answer.parse(older), older);
  assert.equal(answer.safeParse({ ...older, rows: 1.5 }).success, false);
  assert.equal(answer.shape.rows.meta()?.["label"], "排数");
  assert.equal(z.object(Seat.pick("rows")).safeParse({ rows: 12 }).success, false);
});

test("a list that is never long is answered whole", () => {
  const calls = callsOf(Seat, { path: "/shop/v1/seats", answer, view: "shop:seat:list", edit: "shop:seat:edit" });
  const { method, path, title, permission } = calls.all();
  assert.deepEqual([method, path, title, permission], ["GET", "/shop/v1/seats", "座椅列表", "shop:seat:list"]);
  assert.deepEqual(calls.all().answer.parse([]), []);
});
