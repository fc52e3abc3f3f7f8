import { liveEvents, todoTopic } from "@ops/platform/contract";
import { announcementRoutes } from "./announcement/routes.ts";
import { batchRoutes, ownBatchRoutes } from "./batch/routes.ts";
import { dictRoutes } from "./dict/routes.ts";
import { exportRoute, importRoutes } from "./excel/routes.ts";
import { type Route, streams } from "./http/route.ts";
import { jobRoutes } from "./jobs/routes.ts";
import { BoundedMap, mapPerMinute } from "./lbs/bounded-map.ts";
import { addressRoutes } from "./lbs/routes.ts";
import { reachesOf } from "./live/reach.ts";
import { messageRoutes } from "./message/routes.ts";
import { sheetsOf } from "./module.ts";
import type { PlatformNode } from "./node.ts";
import { numberRuleRoutes } from "./number/number-rules.ts";
import { outsideRoutes } from "./outside/calls.ts";
import { paramRoutes } from "./params/routes.ts";
import { taskRoutes } from "./task/routes.ts";
import { taskWorkOf } from "./task/work.ts";
import { todoRoutes } from "./todo/routes.ts";

/** The routes of all modules, each with the module it belongs to, and those that need to know all modules. */
export function routesOf(node: PlatformNode): { route: Route; module: string }[] {
  const declared = node.modules.flatMap((module) =>
    [
      ...(module.routes ?? []),
      ...sheetsOf(module).map(exportRoute),
      ...(module.batches ?? []).flatMap((source) => batchRoutes(source)),
    ].map((route) => ({ route, module: module.name })),
  );
  return [...declared, ...houseRoutes(node).map((route) => ({ route, module: "platform" }))];
}

function houseRoutes(node: PlatformNode): Route[] {
  const topics = [todoTopic, ...node.modules.flatMap((module) => module.topics ?? [])];
  const live = streams(liveEvents, async function* ({ actor, rightsMark, signal }, { query }) {
    const names = query?.topics?.split(",") ?? [];
    const reaches = await reachesOf(node.database.reader, actor, { names, topics });
    const { sessionId, userId } = actor;
    yield* node.live.listen({ sessionId, userId, reaches, rightsMark }, signal, query?.lastEventId);
  });
  const dictionaries = node.modules.flatMap((module) => module.dictionaries ?? []);
  const todos = node.modules.flatMap((module) => module.todos ?? []);
  const belongings = node.modules.find((module) => module.belongings)?.belongings ?? nowhere;
  const tasks = taskWorkOf(node.modules);
  const map = limitMap(node);
  return [
    live,
    ...dictRoutes(dictionaries),
    ...paramRoutes(node.params.declarations()),
    ...numberRuleRoutes(node.modules.flatMap((module) => module.numbers ?? [])),
    ...addressRoutes({ map, places: node.modules.flatMap(({ places }) => places ?? []), log: node.log }),
    ...jobRoutes(node.work),
    ...messageRoutes(node.modules.flatMap((module) => module.messages ?? [])),
    ...outsideRoutes(node.outside.ports),
    ...todoRoutes(todos),
    ...announcementRoutes(belongings),
    ...taskRoutes(tasks),
    ...importRoutes(tasks.imports),
    ...ownBatchRoutes(tasks.batches),
  ];
}

function limitMap({ map, params, clock }: PlatformNode): BoundedMap | null {
  return map && new BoundedMap(map, { perMinute: () => params.get(mapPerMinute), now: () => clock.now() });
}

/** Without a module that keeps organisations and roles, a person belongs to none. */
const nowhere = async () => ({ organizationIds: [], roleIds: [] });
