import { join } from "node:path";
import {
  type Authenticate,
  defineModule,
  type Module,
  type NodeAccess,
  type Route,
  type Tx,
} from "@ops/platform/server";
import { PasswordHasher } from "./account/password-hash.ts";
import { accountRoutes } from "./account/routes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { authorityDictionaries } from "./dictionaries.ts";
import { grantRoutes } from "./grant/routes.ts";
import { interfaceRoutes } from "./interface/routes.ts";
import { syncAtStart } from "./interface/sync.ts";
import { InterfaceWatch } from "./interface/watch.ts";
import { membershipRoutes } from "./membership/routes.ts";
import { menuRoutes } from "./menu/routes.ts";
import { syncMenus } from "./menu/sync.ts";
import { organizationRoutes } from "./organization/routes.ts";
import { authorityParams } from "./params.ts";
import { positionRoutes } from "./position/routes.ts";
import { rightsRoutes } from "./rights/routes.ts";
import { refreshRisk } from "./role/refresh-risk.ts";
import { roleRoutes } from "./role/routes.ts";
import { authoritySchedules } from "./schedules.ts";
import { Authenticator } from "./session/authenticate.ts";
import { livingSessions } from "./session/living.ts";
import { sessionRoutes } from "./session/routes.ts";
import type { AuthorityContext, AuthoritySettings } from "./settings.ts";
import { ssoPart } from "./sso/part.ts";
import { portalAuthenticate } from "./sso/portal-authenticate.ts";
import { portalRoutes, ssoConsoleRoutes } from "./sso/routes.ts";
import { personName } from "./user/person-name.ts";
import { userRoutes } from "./user/routes.ts";

export type { DemoAccount } from "./demo/accounts.ts";
/** The accounts that people try the product with, as the starter prints them. */
export { demoAccounts } from "./demo/accounts.ts";
/** Thousands of people and millions of log rows, for benchmarks. */
export { loadLargeSet } from "./demo/large.ts";
/** The brand with its people, roles and recent past, into a database without users. */
export { loadAuthorityDemo } from "./demo/load.ts";
/** What a database without users needs: one administrator, made by one node. */
export { createFirstAdministrator, lockFirstStart } from "./first-start.ts";
/** The organisation of a store, partner or carrier follows the record of its module, in the same transaction (AU-R43). */
export {
  createOrganization,
  disableOrganization,
  type PublishedOrganization,
  renameOrganization,
  requireOrganization,
} from "./organization/published.ts";
/** Drops every node's compiled rights and tells open pages; call it after each change of grants, roles or memberships. */
export { bumpRights } from "./rights/bump.ts";
export type { AuthorityContext, AuthoritySettings, CredentialKey } from "./settings.ts";
/** The portal as the operator set it, and whether it can send messages. */
export { isSmsAvailable, type SsoSettings, ssoSettingsOf } from "./sso/settings.ts";

/** Where its tables come from; known before the settings are. */
export const authorityMigrations = join(import.meta.dirname, "migrations");

export interface Authority {
  readonly module: Module;
  /** Turns tokens of the console into who acts. */
  readonly authenticate: Authenticate;
  readonly personName: (tx: Tx, userId: string) => Promise<string>;
  readonly context: AuthorityContext;
  /** Writes how often interfaces were called since the last minute; for tests, which do not wait. */
  readonly flushUsage: () => Promise<void>;
  /** What the unified sign-on portal serves on its own host; null without its settings. */
  readonly portal: { readonly routes: readonly Route[]; readonly authenticate: Authenticate } | null;
}

/** 账号与权限: sign-in, sessions, effective rights, menus, users. */
export function createAuthority(settings: AuthoritySettings): Authority {
  const authenticator = new Authenticator();
  const interfaceWatch = new InterfaceWatch();
  let running: NodeAccess | undefined;
  const context: AuthorityContext = {
    settings,
    hasher: new PasswordHasher(settings.argon2),
    node: () => {
      if (!running) throw new Error("authority was called before the node was up");
      return running;
    },
  };
  const sso = settings.sso ? ssoPart(context, settings.sso) : null;
  const module = defineModule({
    name: "authority",
    migrations: authorityMigrations,
    routes: [
      ...accountRoutes(context),
      ...rightsRoutes,
      ...userRoutes(context),
      ...membershipRoutes,
      ...grantRoutes,
      ...sessionRoutes,
      ...menuRoutes,
      ...organizationRoutes,
      ...positionRoutes,
      ...roleRoutes(context),
      ...interfaceRoutes,
      ...auditRoutes,
      ...ssoConsoleRoutes,
    ],
    jobs: sso?.jobs ?? [],
    schedules: [...authoritySchedules, ...(sso?.schedules ?? [])],
    params: authorityParams,
    dictionaries: authorityDictionaries,
    numbers: [{ kind: "orgChange", prefix: "ZC" }],
    onStart: async (tx: Tx) => {
      await syncMenus(tx);
      await refreshRisk(tx);
      await sso?.onStart(tx);
      await syncAtStart(tx);
    },
    livingSessions,
    connect: (node: NodeAccess) => {
      running = node;
      authenticator.connect(node);
      interfaceWatch.connect(node);
    },
    disconnect: () => interfaceWatch.disconnect(),
    calls: interfaceWatch,
  });
  const portal = sso && { routes: portalRoutes(sso.context), authenticate: portalAuthenticate };
  return {
    module,
    authenticate: authenticator.authenticate,
    personName,
    context,
    portal,
    flushUsage: () => interfaceWatch.flush(),
  };
}
