import { type AuthoritySettings, authorityMigrations, createAuthority } from "@ops/authority/server";
import { type Module, platformModule } from "@ops/platform/server";
import { workspaceModules } from "./workspace-modules.ts";

/** Every module above authority, found in the workspace: the door of `partner` exports `partnerModule`. */
export const modulesAbove: readonly Module[] = await Promise.all(
  workspaceModules.filter((name) => name !== "authority").map(loadModule),
);

async function loadModule(name: string): Promise<Module> {
  const door: Readonly<Record<string, Module | undefined>> = await import(`@ops/${name}/server`);
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
