import { join } from "node:path";
import {
  type Authenticate,
  defineModule,
  handlersOf,
  type Module,
  type NodeAccess,
  type Route,
  type Tx,
} from "@ops/platform/server";
import { PasswordHasher } from "./account/password-hash.ts";
import { ClientGate } from "./api-client/gate.ts";
import { keyCalls } from "./api-client/key-calls.ts";
import * as apiClientOptions from "./api-client/options.ts";
import { apiClientRefs } from "./api-client/refs.ts";
import * as apiClientService from "./api-client/service.ts";
import { tellAuditBroken } from "./audit/broken.ts";
import * as auditService from "./audit/service.ts";
import { auditExport } from "./audit/service.ts";
import { demoPastJob } from "./demo/past/job.ts";
import { authorityDictionaries } from "./dictionaries.ts";
import * as effectiveCompare from "./effective/compare.ts";
import { effectiveExport } from "./effective/export.ts";
import * as effectiveService from "./effective/service.ts";
import * as explainService from "./explain/service.ts";
import * as grantService from "./grant/service.ts";
import { belongings } from "./home/belongings.ts";
import * as homeFigures from "./home/figures.ts";
import * as homeLayout from "./home/layout.ts";
import { authorityTodos } from "./home/todos.ts";
import * as interfaceListBodies from "./interface/list-bodies.ts";
import * as interfacePeople from "./interface/people.ts";
import * as interfaceService from "./interface/service.ts";
import * as interfaceStatistics from "./interface/statistics.ts";
import { syncAtStart } from "./interface/sync.ts";
import * as interfaceSyncRuns from "./interface/sync-runs.ts";
import { InterfaceWatch } from "./interface/watch.ts";
import { firstPasswordJob } from "./kept-account/first-password.ts";
import * as membershipService from "./membership/service.ts";
import * as menuEdit from "./menu/edit.ts";
import * as menuPreview from "./menu/preview.ts";
import * as menuService from "./menu/service.ts";
import * as menuSort from "./menu/sort.ts";
import { syncMenus } from "./menu/sync.ts";
import { tellHolidaysMissing } from "./notice/holidays.ts";
import { tellValueGuessed } from "./notice/watchers.ts";
import { offboardJob } from "./offboarding/job.ts";
import * as offboardingLater from "./offboarding/later.ts";
import * as offboardingService from "./offboarding/service.ts";
import { authorityWork } from "./offboarding/work.ts";
import * as organizationChangeOrders from "./org-change/change-orders.ts";
import { handOverWork } from "./org-change/hand-over.ts";
import * as organizationCoverage from "./organization/coverage.ts";
import { organizationExport } from "./organization/export.ts";
import { organizationImportSource } from "./organization/import/import.ts";
import * as organizationMembers from "./organization/members.ts";
import { organizationRefs } from "./organization/refs.ts";
import * as organizationService from "./organization/service.ts";
import { staffing } from "./organization/staffing.ts";
import { organizationPlaces } from "./organization/tree/places.ts";
import { otherAccountImportSource } from "./other-account/import.ts";
import * as bindingPeople from "./other-account/people.ts";
import * as otherAccountService from "./other-account/service.ts";
import { authorityParams } from "./params.ts";
import { personName } from "./person/person-name.ts";
import { personRefs } from "./person/refs.ts";
import * as positionDefaultRoles from "./position/default-roles.ts";
import { positionRefs } from "./position/refs.ts";
import * as positionService from "./position/service.ts";
import { actorOf } from "./rights/actor-of.ts";
import { draftCalls } from "./role/draft/draft-calls.ts";
import * as roleMatrix from "./role/matrix.ts";
import { roleMatrixExport } from "./role/matrix.ts";
import * as roleMembers from "./role/members.ts";
import { refreshRisk } from "./role/refresh-risk.ts";
import { roleRefs } from "./role/refs.ts";
import * as roleScopeCount from "./role/scope-count.ts";
import * as roleService from "./role/service.ts";
import * as roleSwitch from "./role/switch.ts";
import * as roleTransfer from "./role/transfer.ts";
import { authoritySchedules } from "./schedules.ts";
import { Authenticator } from "./session/authenticate.ts";
import * as sessionKick from "./session/kick.ts";
import { livingSessions } from "./session/living.ts";
import * as loginFailures from "./session/login-log/login-failures.ts";
import * as loginLogs from "./session/login-log/login-logs.ts";
import { loginLogExport } from "./session/login-log/login-logs.ts";
import * as rightsMe from "./session/me.ts";
import * as mySessions from "./session/my-sessions.ts";
import * as onlineSessions from "./session/online.ts";
import { sessionExport } from "./session/online.ts";
import { imageCode, phoneLogin } from "./session/phone-login.ts";
import * as switchOrganization from "./session/switch-organization.ts";
import type { AuthorityContext, AuthoritySettings } from "./settings.ts";
import { formerMessageJob } from "./sms/message.ts";
import { authorityMessages } from "./sms/messages.ts";
import { smsPort } from "./sms/port.ts";
import { smsOutboxCalls } from "./sms-outbox/service.ts";
import * as ssoConsoleCalls from "./sso/console-calls.ts";
import { ssoPart } from "./sso/part.ts";
import * as ssoOpenApp from "./sso/portal/open-app.ts";
import { portalAuthenticate } from "./sso/portal/portal-authenticate.ts";
import * as ssoPortalCalls from "./sso/portal/portal-calls.ts";
import { signOnCalls } from "./sso/portal/portal-calls.ts";
import * as thirdSystemLaunch from "./third-system/launch.ts";
import * as thirdSystemService from "./third-system/service.ts";
import * as userActing from "./user/acting.ts";
import { userBatches } from "./user/batches.ts";
import { createUser } from "./user/create-user.ts";
import { userImportSource } from "./user/import/import.ts";
import * as userLists from "./user/list-users.ts";
import { modifyPassword } from "./user/modify-password.ts";
import { rehireUser } from "./user/rehire.ts";
import { resetPassword } from "./user/reset-password.ts";
import * as userService from "./user/service.ts";
import * as setAdmin from "./user/set-admin.ts";
import * as viewAsService from "./view-as/service.ts";

/** What a database without users needs: one administrator, made by one node. */
export { createFirstAdministrator, type FirstAdministrator, lockFirstStart } from "./account/first-start.ts";
/** API clients of a company are stopped and started together with the record of its module. */
export { onBehalfOf } from "./api-client/on-behalf-of.ts";
export { apiClientsBelow, restartApiClient, stopApiClient } from "./api-client/published.ts";
/** Thousands of people and millions of log rows, for benchmarks. */
export { loadLargeSet } from "./demo/large/large.ts";
/** The brand with its people, roles and recent past, into a database without users. */
export { loadAuthorityDemo } from "./demo/load.ts";
/** Roles and people of other companies for the demo of the module that keeps them. */
export { type DemoOutsider, type DemoRole, loadDemoOutsiders, loadDemoRoles } from "./demo/outsiders.ts";
/** The accounts that people try the product with, as the starter prints them. */
export { demoAccounts } from "./demo/people/accounts.ts";
/** Its API clients, bindings and systems; keys are made anew and sealed, so that the demo has no known secret. */
export { loadThirdPartyDemo } from "./demo/third-party.ts";
/** Accounts that another module keeps for its people: fenced, frozen and closed with the record of the person. */
export {
  changeAccount,
  closeAccount,
  freezeAccount,
  type KeptAccount,
  moveAccount,
  type OpenedAccount,
  openAccount,
  releasePhone,
  reopenAccount,
  resetAccountPassword,
  setAccountReadOnly,
  setAccountRoles,
  unfreezeAccount,
} from "./kept-account/keep.ts";
/** The state of such accounts, and the roles that such people may get. */
export {
  accountsIdleSince,
  accountsOf,
  findAccountByPhone,
  type KeptAccountView,
  partnerRoles,
  phonesOf,
} from "./kept-account/look.ts";
export type { KeptType, Placement } from "./kept-account/place.ts";
/** Posts of such people and of people of the brand, and the roles that a module holds back or names. */
export { type AddedPost, addPost, endPost, hasPostEnded, setPostRoles } from "./kept-account/posts.ts";
/** Moves an organisation together with the record of its module, also from one company to another (AU-R43). */
export { moveOrganization } from "./org-change/published.ts";
/** What lists of other modules show of organisations, and the SQL of the filter 所属组织. */
export {
  lookupOrganizations,
  type OrganizationLook,
  organizationsCoded,
  organizationsUnder,
} from "./organization/lookup.ts";
/** The organisation of a store, partner or carrier follows the record of its module, in the same transaction (AU-R43). */
export {
  adoptOrganization,
  adoptOrganizations,
  createOrganization,
  disableOrganization,
  enableOrganization,
  findOrganization,
  findOrganizations,
  followMerges,
  listOrganizations,
  organizationNames,
  organizationsBelow,
  type PublishedOrganization,
  removeOrganization,
  renameOrganization,
  requireOrganization,
  setOrganizationLeader,
} from "./organization/published.ts";
/** How people are called on another platform, and who somebody there is here. */
export { accountsOfExternal, externalIdsOf } from "./other-account/published.ts";
/** Binds the identities of another platform to people; what cannot be decided becomes a conflict (AU-R50). */
export { type ExternalIdentity, type SyncedAccounts, syncOtherAccounts } from "./other-account/sync.ts";
/** People with their main post, everybody who works in an organisation, and the posts of one person. */
export { lookupPeople, type PersonAt, type PersonLook, type PostLook, peopleAt, postsOf } from "./person/lookup.ts";
/** How people are called, many at once. */
export { personNames } from "./person/person-name.ts";
/** Of what kind somebody is: of the brand, of a store, of another company. */
export { userTypeOf } from "./person/user-type.ts";
/** Positions by their codes. */
export { lookupPositions, type PublishedPosition, positionsFor, requirePosition } from "./position/published.ts";
/** Drops every node's compiled rights and tells open pages; call it after each change of grants, roles or memberships. */
export { bumpRights } from "./rights/bump.ts";
/** Those who look after something: the holders of its code and the administrators. */
export { holdersOfCode } from "./rights/holders.ts";
/** Those whose scope of a code reaches an organisation, and the leaders above one, the nearest first (PF-R123). */
export { holdersAt, leadersAbove } from "./rights/holders-at.ts";
/** The sign-ins of an account. */
export { loginsOf } from "./session/login-log/login-lines.ts";
export type { AuthorityContext, AuthoritySettings, CredentialKey } from "./settings.ts";
/** Asks the owner of a phone to confirm something with a code, and checks that code. */
export { askConfirmation, tryConfirmation } from "./sms/confirmation.ts";
/** A message to a phone. */
export { type NewMessage, sendMessage } from "./sms/message.ts";
/** The portal as the operator set it, and whether it can send messages. */
export { isSmsAvailable, type SsoSettings, ssoSettingsOf } from "./sso/settings.ts";
/** The keys with which the echo page of the demo verifies tickets, as another system would. */
export { echoKeys } from "./third-system/echo.ts";

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
  const clientGate = new ClientGate(settings.sealingKey);
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
      ...[imageCode, phoneLogin, modifyPassword, createUser, resetPassword, rehireUser].map((of) => of(context)),
      ...handlersOf(mySessions, rightsMe, switchOrganization),
      ...handlersOf(userLists, userService, userActing, setAdmin),
      ...handlersOf(offboardingService, offboardingLater, membershipService, grantService),
      ...handlersOf(onlineSessions, sessionKick, loginLogs, loginFailures, viewAsService),
      ...handlersOf(organizationService, organizationChangeOrders, organizationCoverage, organizationMembers),
      ...handlersOf(positionService, positionDefaultRoles, menuService, menuEdit, menuPreview, menuSort),
      ...handlersOf(
        roleService,
        roleMatrix,
        roleMembers,
        roleScopeCount,
        roleSwitch,
        roleTransfer,
        draftCalls(context),
      ),
      ...handlersOf(interfaceService, interfaceListBodies, interfacePeople, interfaceStatistics, interfaceSyncRuns),
      ...handlersOf(apiClientService, apiClientOptions, keyCalls(context), thirdSystemService, thirdSystemLaunch),
      ...handlersOf(auditService, effectiveService, effectiveCompare, explainService),
      ...handlersOf(otherAccountService, bindingPeople),
      ...handlersOf(homeLayout, homeFigures),
      ...handlersOf(ssoConsoleCalls, smsOutboxCalls(context)),
    ],
    listeners: [tellAuditBroken, tellValueGuessed, tellHolidaysMissing],
    jobs: [offboardJob, handOverWork, firstPasswordJob(context), formerMessageJob, demoPastJob, ...(sso?.jobs ?? [])],
    outward: [smsPort(settings.sso)],
    messages: authorityMessages,
    exports: [effectiveExport, organizationExport, roleMatrixExport, sessionExport, loginLogExport, auditExport],
    imports: [userImportSource(context), organizationImportSource, otherAccountImportSource],
    batches: userBatches,
    actorOf,
    staffing,
    workInHand: authorityWork,
    refs: [...personRefs, ...organizationRefs, positionRefs, ...roleRefs, ...apiClientRefs],
    places: organizationPlaces,
    schedules: [...authoritySchedules, ...(sso?.schedules ?? [])],
    params: authorityParams,
    dictionaries: authorityDictionaries,
    numbers: [{ kind: "orgChange", prefix: "ZC", name: "组织变更单" }],
    onStart: async (tx: Tx) => {
      await syncMenus(tx);
      await refreshRisk(tx);
      await sso?.onStart(tx);
      await syncAtStart(tx);
    },
    livingSessions,
    todos: authorityTodos,
    belongings,
    connect: (node: NodeAccess) => {
      running = node;
      authenticator.connect(node);
      interfaceWatch.connect(node);
      clientGate.connect(node);
    },
    disconnect: async () => {
      await interfaceWatch.disconnect();
      await clientGate.disconnect();
    },
    calls: interfaceWatch,
    signedCalls: clientGate,
  });
  const portal = sso && {
    routes: handlersOf(ssoPortalCalls, ssoOpenApp, signOnCalls(sso.context)),
    authenticate: portalAuthenticate,
  };
  return {
    module,
    authenticate: authenticator.authenticate,
    personName,
    context,
    portal,
    flushUsage: async () => {
      await interfaceWatch.flush();
      await clientGate.flush();
    },
  };
}
