import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { proveIdle, proveLooks } from "../testing-looks.ts";
import { OUTSIDE_CHANNEL } from "./ask.ts";
import { outward } from "./port.ts";
import { OutsideRunner } from "./runner.ts";

const letters = outward({
  port: "probe.letter",
  title: "样本",
  request: z.object({}),
  answer: z.object({}),
  send: async () => assert.fail("there is nothing to send"),
  query: async () => assert.fail("there is nothing to ask"),
  again: [60],
  done: async () => undefined,
  failed: async () => undefined,
});
type Around = ConstructorParameters<typeof OutsideRunner>[1];

test("PF-R120 a node looks for due calls when it starts, every second, and when somebody has asked for one", () =>
  proveLooks((around: Around) => new OutsideRunner([letters], around), {
    everyMs: 1_000,
    channel: OUTSIDE_CHANNEL,
    nothing: [],
  }));

test("PF-R120 a node without ports looks for none", () => proveIdle((around: Around) => new OutsideRunner([], around)));
