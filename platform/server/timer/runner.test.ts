import { test } from "node:test";
import { z } from "zod";
import { proveIdle, proveJoinedLooks, proveLooks } from "../testing-looks.ts";
import { TimerRunner } from "./runner.ts";
import { TIMER_CHANNEL } from "./set-timer.ts";
import { timer } from "./timer.ts";

const ringing = timer({ kind: "probe.ring", title: "样本", payload: z.object({}), handle: async () => undefined });
type Around = ConstructorParameters<typeof TimerRunner>[1];

test("PF-R110 a node looks for due timers when it starts, every second, and when one is due that was just set", () =>
  proveLooks((around: Around) => new TimerRunner([ringing], around), {
    everyMs: 1_000,
    channel: TIMER_CHANNEL,
    nothing: [],
  }));

test("PF-R110 under a stream of commits that set timers a node looks a few times a second, for a lone one at once", () =>
  proveJoinedLooks((around: Around) => new TimerRunner([ringing], around), { nothing: [] }));

test("PF-R110 a node that declares no timers looks for none", () =>
  proveIdle((around: Around) => new TimerRunner([], around)));
