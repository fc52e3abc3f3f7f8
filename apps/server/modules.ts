import { type AuthoritySettings, authorityMigrations, createAuthority } from "@ops/authority/server";
import { partnerModule } from "@ops/partner/server";
import { type Module, platformModule } from "@ops/platform/server";
import { vehicleModule } from "@ops/vehicle/server";

/** Every module of the product; the only place that knows them all. */
export function composeModules(settings: AuthoritySettings) {
  const authority = createAuthority(settings);
  const modules: Module[] = [authority.module, vehicleModule, partnerModule];
  return { authority, modules };
}

/** Where the schema comes from; known before the modules are composed, because their settings lie in the database. */
export const schemaModules: readonly Module[] = [
  platformModule,
  { name: "authority", migrations: authorityMigrations },
  vehicleModule,
  partnerModule,
];
