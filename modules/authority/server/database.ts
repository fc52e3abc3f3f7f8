import type { FieldMode } from "@ops/platform/contract";
import { databaseOf, type JsonColumns, type NamedColumns, type Table } from "@ops/platform/server";
import type { SelectType } from "kysely";
import type { OrganizationTypeCode, OrgImpact, RoleDraft, SyncDetails } from "../contract/index.ts";
import type { AuthorityTables as Stored } from "./tables.generated.ts";

export interface CustomOrganization {
  readonly orgId: string;
  readonly withChildren: boolean;
}

/** The tables as the migrations leave them; what lies in jsonb and in lists of codes is named here. */
export type AuthorityTables = JsonColumns<
  NamedColumns<
    Stored,
    { position: { orgTypes: OrganizationTypeCode[] }; role: { exclusiveOrgTypes: OrganizationTypeCode[] } }
  >,
  {
    role: {
      scopeOverrides: Readonly<Record<string, ScopeKind>>;
      customOrgs: CustomOrganization[];
      fieldRules: Readonly<Record<string, FieldMode>>;
    };
    roleVersion: { snapshot: RoleDraft };
    orgChange: { impact: OrgImpact | null };
    interfaceSyncRun: { details: SyncDetails };
    smsOutbox: { params: Readonly<Record<string, string>> };
  }
>;

/** Authority's view of the database: its own tables and no others. */
export const { table, tableOf, db } = databaseOf<AuthorityTables>({
  offboardingStep: "read with its off-boarding, which is scoped",
  passwordHistory: "hashes of one's own account; never leaves the server",
  permissionVersion: "one number",
  session: "found by the holder's token, listed for the holder, or joined to the people in scope",
  trustedDevice: "listed for the holder alone",
  viewAs: "found by the viewer's own session only",
  captcha: "used-up codes",
  loginGuard: "counters",
  loginLog: "joined to the people in scope; lines without a person only for everything",
  roleVersion: "read with its role, to whom the role is visible",
  interfaceUsageDaily: "counters of the interfaces, which are the same for everybody",
  interfaceCallerDaily: "as interface_usage_daily; read with the interface's own permission",
  interfaceBodyLog: "joined to the people in scope; lines without a person only for everything",
  permissionUse: "read as days per code of a role, to whom the role is visible",
  apiClientNonce: "used-up values",
  apiClientCall: "read with its client, to whom the client is visible",
  apiClientKeyUsage: "counters, read with their client",
  thirdTicket: "found by the ticket itself",
  thirdSystemUse: "found by the person's own id only",
  ssoClient: "the applications of the portal, the same for everybody",
  ssoSession: "found by the holder's cookie",
  ssoTicket: "found by the ticket itself",
  ssoHandover: "found by the value itself",
  smsCode: "found by the phone that waits for it",
  smsOutbox: "read by developers and holders of platform:smsOutbox:view",
});

/** The row of a declared table. */
export type RowOf<T> = T extends Table<infer Row> ? Row : never;

/** What the columns with a fixed set of values hold; the sets are check constraints of the migrations. */
type Values<T extends keyof Stored, C extends keyof Stored[T]> = NonNullable<SelectType<Stored[T][C]>>;
export type Switch = Values<"organization", "status">;
export type OrganizationType = Values<"organization", "type">;
export type ScopeKind = Values<"role", "dataScope">;
export type LoginKind = Values<"session", "loginKind">;
export type EndReason = Values<"session", "endReason">;
export type LoginLogKind = Values<"loginLog", "kind">;
export type LoginResult = Values<"loginLog", "result">;
export type PortalLoginMethod = Values<"ssoSession", "loginMethod">;
export type PortalEndReason = Values<"ssoSession", "endReason">;
export type SmsGatewayName = Values<"smsOutbox", "gateway">;
