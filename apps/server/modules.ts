import { createRequire } from "node:module";
import { type AuthoritySettings, authorityMigrations, createAuthority } from "@ops/authority/server";
import { type Module, platformModule } from "@ops/platform/server";
import { workspaceModules } from "./workspace-modules.ts";

const require = createRequire(import.meta.url);

/**
 * Every module above authority, found in the workspace. The door of `partner` exports `partnerModule`. They are loaded
 * by require instead of import, so that composing the product at load needs no waiting.
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

/**
 * The modules with migrations. They are known before the modules are composed, because their settings are in the
 * database.
 */
export const schemaModules: readonly Module[] = [
  platformModule,
  { name: "authority", migrations: authorityMigrations },
  ...modulesAbove,
];
