import { createRequire } from "node:module";
import { type AuthoritySettings, authorityMigrations, createAuthority } from "@ops/authority/server";
import { type Module, platformModule } from "@ops/platform/server";
import { workspaceModules } from "./workspace-modules.ts";

const require = createRequire(import.meta.url);

/**
 * Every module above authority, found in the workspace: the door of `partner` exports `partnerModule`. They are required and
 * not imported, because who composes the product at load must not have to wait for it.
 */
export const modulesAbove: readonly Module[] = workspaceModules.filter((name) => name !== "authority").map(loadModule);

function loadModule(name: string): Module {
  const door: Readonly<Record<string, Module | undefined>> = require(`@ops/${name}/server`);
  const module = door[`${name}Module`];
  if (!module) throw new Error(`modules/${name}/server/index.ts exports no ${name}Module`);
  return module;
}

export function composeModules(settings: AuthoritySettings) {
  const authority = createAuthority(settings);
  const modules: Module[] = [authority.module, ...modulesAbove];
  return { authority, modules };
}

/** Where the schema comes from; known before the modules are composed, because their settings lie in the database. */
export const schemaModules: readonly Module[] = [
  platformModule,
  { name: "authority", migrations: authorityMigrations },
  ...modulesAbove,
];
