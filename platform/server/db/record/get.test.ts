import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoint, idParams } from "@ops/platform/contract";
import { z } from "zod";
import { type Actor, nothing, systemActor } from "../../actor.ts";
import { newId } from "../../secret/crypto.ts";
import { probeApp, probes } from "../../start/probe.ts";
import { get } from "./get.ts";
import { insertRecord } from "./record.ts";

const app = probeApp();
const org = newId();
const getProbe = endpoint({
  method: "GET",
  path: "/probe/v1/looked-at/{id}",
  title: "看一个",
  permission: "probe:probe:list",
  params: idParams,
  answer: z.object({ name: z.string() }),
});

/** The input of a route, whose types are known to its endpoint alone. */
const asked = (id: string) => ({ params: { id } as never, query: undefined as never, body: undefined as never });

test("one record is answered as it is presented, and out of the caller's scope there is none", async () => {
  const route = get(getProbe, probes, async (_tx, { name }) => ({ name: `${name}！` }));
  assert.ok(route.kind === "reads" && route.endpoint === getProbe);
  const ask = (changes: Partial<Actor>, id: string) =>
    app.arrange((tx) => {
      const actor = { ...systemActor, organizationIds: [org], ...changes };
      return route.handle({ ...tx, actor, permission: getProbe.permission }, asked(id));
    });
  const { id } = await app.arrange((tx) => {
    const facts = { phone: "13812345678", level: "A", tags: [], facts: [] };
    return insertRecord(tx, probes, { orgId: org, ownerId: newId(), name: "壶", ...facts });
  });
  assert.deepEqual(await ask({}, id), { name: "壶！" });
  await assert.rejects(ask({ scopeOf: () => nothing }, id), { msgCode: "COMMON_NOT_FOUND", isOverstep: true });
});
