import { test } from "node:test";
import { event } from "@ops/platform/contract";
import { z } from "zod";
import { on } from "../module.ts";
import { proveIdle, proveJoinedLooks, proveLooks, proveOneTryEach } from "../testing-looks.ts";
import { EventDispatcher } from "./dispatcher.ts";
import { EVENT_CHANNEL } from "./publish.ts";

const said = event("probe.said", z.object({ id: z.string() }), ({ id }) => id);
const ears = on(said, { name: "probe.ears", title: "样本" }, async () => undefined);
type Around = ConstructorParameters<typeof EventDispatcher>[1];

test("PF-R107 a node looks for events to deliver when it starts, every two seconds, and when one was told", () =>
  proveLooks((around: Around) => new EventDispatcher([ears], around), {
    everyMs: 2_000,
    channel: EVENT_CHANNEL,
    nothing: [],
  }));

test("PF-R107 under a stream of commits a node looks a few times a second, for a lone event at once", () =>
  proveJoinedLooks((around: Around) => new EventDispatcher([ears], around), { nothing: [] }));

test("PF-R107 a node that cannot deliver what is due tries again with its next look", () =>
  proveOneTryEach((around: Around) => new EventDispatcher([ears], around), {
    everyMs: 2_000,
    look: "event",
    due: ["probe.ears"],
    triesOfLook: 2,
  }));

test("PF-R107 a node without listeners looks for none", () =>
  proveIdle((around: Around) => new EventDispatcher([], around)));
