import { sql } from "kysely";
import { systemActor } from "../actor.ts";
import { migrate } from "../db/migrate.ts";
import { syncDictionaries } from "../dict/service.ts";
import type { Module } from "../module.ts";
import { type NodeOptions, PlatformNode } from "../node.ts";
import { platformModule } from "../platform-module.ts";
import { systemRequest } from "../request.ts";
import { newId } from "../secret/crypto.ts";
import type { Stages } from "./stages.ts";

const START_LOCK = 7_316_002;

/** Migrates, starts a node over the database and lets every module prepare itself. */
export async function startNode(
  options: NodeOptions & { readonly background: boolean; readonly stages?: Stages },
): Promise<PlatformNode> {
  const modules = [platformModule, ...options.modules];
  await migrate(options.address, migrationFolders(modules));
  const node = new PlatformNode({ ...options, modules });
  await node.start({ background: options.background });
  options.stages?.end("connections, queues, caches");
  await prepareModules(node);
  options.stages?.end("dictionaries, menus, interfaces");
  return node;
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
