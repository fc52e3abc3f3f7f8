// What the columns with a fixed set of values hold; each set is also a check constraint of the migration.

export type Switch = "ENABLED" | "DISABLED";
export type OrganizationType = "GROUP" | "REGION" | "CITY" | "STORE" | "DELIVERY" | "DEPT" | "PARTNER" | "CARRIER";
export type ScopeKind = "ALL" | "ORG_TREE" | "ORG" | "SELF" | "CUSTOM";
export interface CustomOrganization {
  readonly orgId: string;
  readonly withChildren: boolean;
}
export type LoginKind = "PASSWORD" | "TICKET" | "TRANSFER" | "OIDC" | "ORG_SWITCH";
export type LoginLogKind = LoginKind | "STAFF_NO" | "SMS" | "TICKET_ISSUE" | "PORTAL";
export type LoginResult =
  | "SUCCESS"
  | "BAD_CREDENTIAL"
  | "BAD_CAPTCHA"
  | "LOCKED"
  | "BLOCKED"
  | "DISABLED"
  | "DORMANT"
  | "EXPIRED"
  | "SERVICE"
  | "LEFT"
  | "NO_ORG"
  | "TICKET_INVALID"
  | "LOGOUT"
  | "KICKED"
  | "REPLACED";
export type EndReason =
  | "LOGOUT"
  | "SSO_LOGOUT"
  | "SLO"
  | "REMOTE_LOGOUT"
  | "IDLE"
  | "ABSOLUTE"
  | "UNUSED"
  | "REPLACED"
  | "KICKED"
  | "PWD_CHANGED"
  | "PWD_RESET"
  | "DISABLED"
  | "DORMANT"
  | "LEFT"
  | "EXPIRED"
  | "PHONE_CHANGED"
  | "ORG_SWITCH"
  | "NO_ORG";
