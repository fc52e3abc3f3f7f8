import type { FieldMode } from "@ops/platform/contract";
import { databaseOf, type JsonColumns, type NamedColumns, type Table } from "@ops/platform/server";
import type { Selectable, SelectType } from "kysely";
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
export const { table, tableOf, db } = databaseOf<AuthorityTables>();

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
export type SmsOutboxRow = Selectable<AuthorityTables["smsOutbox"]>;
