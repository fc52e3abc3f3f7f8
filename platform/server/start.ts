import { liveEvents } from "@ops/platform/contract";
import { sql } from "kysely";
import { systemActor } from "./actor.ts";
import { newId } from "./crypto.ts";
import { migrate } from "./db/migrate.ts";
import { dictRoutes } from "./dict/routes.ts";
import { syncDictionaries } from "./dict/service.ts";
import { type Route, streams } from "./http/route.ts";
import type { Module } from "./module.ts";
import { type NodeOptions, PlatformNode } from "./node.ts";
import { paramRoutes } from "./params/routes.ts";
import { platformModule } from "./platform-module.ts";
import { systemRequest } from "./request.ts";

const START_LOCK = 7_316_002;

/** Migrates, starts a node over the database and lets every module prepare itself. */
export async function startNode(options: NodeOptions & { background: boolean }): Promise<PlatformNode> {
  const modules = [platformModule, ...options.modules];
  await migrate(options.address, migrationFolders(modules));
  const node = new PlatformNode({ ...options, modules });
  await node.start({ background: options.background });
  await prepareModules(node);
  return node;
}

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

export function migrationFolders(modules: readonly Module[]) {
  return modules.flatMap(({ name, migrations }) => (migrations ? [{ module: name, folder: migrations }] : []));
}

async function prepareModules(node: PlatformNode): Promise<void> {
  const behalf = { actor: systemActor, permission: "system", request: systemRequest(newId()) };
  await node.transaction(behalf, null, async (tx) => {
    await sql`select pg_advisory_xact_lock(${START_LOCK})`.execute(tx.kysely);
    for (const module of node.modules) {
      await syncDictionaries(tx, module.name, module.dictionaries ?? []);
      await module.onStart?.(tx);
    }
  });
}
