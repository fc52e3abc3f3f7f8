import { liveEvents } from "@ops/platform/contract";
import { dictRoutes } from "./dict/routes.ts";
import { type Route, streams } from "./http/route.ts";
import type { PlatformNode } from "./node.ts";
import { paramRoutes } from "./params/routes.ts";

/** The routes of all modules, each with the module it belongs to, and those that need to know all modules. */
export function routesOf(node: PlatformNode): { route: Route; module: string }[] {
  const declared = node.modules.flatMap(({ name, routes }) => (routes ?? []).map((route) => ({ route, module: name })));
  return [...declared, ...houseRoutes(node).map((route) => ({ route, module: "platform" }))];
}

function houseRoutes(node: PlatformNode): Route[] {
  const live = streams(liveEvents, ({ actor, signal }, { query }) =>
    node.live.listen({ sessionId: actor.sessionId, userId: actor.userId }, signal, query?.lastEventId),
  );
  const dictionaries = node.modules.flatMap((module) => module.dictionaries ?? []);
  return [live, ...dictRoutes(dictionaries), ...paramRoutes(node.params.declarations())];
}
