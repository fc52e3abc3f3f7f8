import { databaseOf, type Table } from "@ops/platform/server";
import type { ColumnType, Generated } from "kysely";
import type { UserState } from "../contract/index.ts";
import type {
  CustomOrganization,
  EndReason,
  LoginKind,
  LoginLogKind,
  LoginResult,
  OrganizationType,
  ScopeKind,
  Switch,
} from "./column-values.ts";

export type * from "./column-values.ts";

/** Columns of jsonb go in as text. */
type Json<T> = ColumnType<T, string | undefined, string>;

interface Stamps {
  id: string;
  version: Generated<number>;
  createdAt: Date;
  createdBy: string;
  updatedAt: Date;
  updatedBy: string;
}

interface UserColumns extends Stamps {
  deletedAt: Date | null;
  userName: string;
  mobilePhone: string;
  staffNo: string | null;
  userType: string;
  email: string | null;
  gender: "MALE" | "FEMALE" | null;
  avatarFileId: string | null;
  remark: string | null;
  boolAdmin: Generated<boolean>;
  status: UserState;
  passwordHash: string;
  mustChangePwd: Generated<boolean>;
  pwdUpdatedAt: Date;
  lastLoginAt: Date | null;
  lastLoginIp: string | null;
  lastActiveAt: Date | null;
  reactivatedAt: Date | null;
  lastOrganizationId: string | null;
  /** `YYYY-MM-DD`, the last day on which the account works. */
  validUntil: string | null;
  source: Generated<"MANUAL" | "IMPORT" | "SSO" | "STAFF">;
  staffId: string | null;
}

interface OrganizationColumns extends Stamps {
  deletedAt: Date | null;
  code: string;
  name: string;
  shortName: string | null;
  type: OrganizationType;
  parentId: string | null;
  path: string;
  level: number;
  sort: Generated<number>;
  leaderUserId: string | null;
  deputyUserIds: Generated<string[]>;
  regionCode: string | null;
  address: string | null;
  phone: string | null;
  refModule: string | null;
  refId: string | null;
  status: Generated<Switch>;
}

interface PositionColumns extends Stamps {
  code: string;
  name: string;
  orgTypes: Generated<string[]>;
  defaultRoleIds: Generated<string[]>;
  rank: Generated<number>;
  status: Generated<Switch>;
}

interface MembershipColumns extends Stamps {
  userId: string;
  organizationId: string;
  positionId: string;
  isPrimary: Generated<boolean>;
  startDate: string;
  endDate: string | null;
  status: "FUTURE" | "EFFECTIVE" | "ENDED";
}

interface RoleColumns extends Stamps {
  deletedAt: Date | null;
  code: string;
  name: string;
  category: string | null;
  description: string | null;
  menuKeys: Generated<string[]>;
  permissionCodes: Generated<string[]>;
  dataScope: Generated<ScopeKind>;
  scopeOverrides: Json<Readonly<Record<string, ScopeKind>>>;
  customOrgs: Json<readonly CustomOrganization[]>;
  excludedInterfaces: Generated<string[]>;
  fieldRules: Json<Readonly<Record<string, string>>>;
  grantableRoleIds: Generated<string[]>;
  exclusiveOrgTypes: Generated<string[]>;
  maxDays: number | null;
  ownerUserId: string | null;
  builtIn: Generated<boolean>;
  status: Generated<Switch>;
}

interface RoleGrantColumns extends Stamps {
  membershipId: string;
  roleId: string;
  validFrom: Date;
  validTo: Date | null;
  source: Generated<"DIRECT" | "POSITION" | "REQUEST">;
  reason: string | null;
  grantedBy: string;
  status: Generated<"ACTIVE" | "EXPIRED" | "REVOKED">;
}

interface MenuColumns extends Stamps {
  key: string;
  title: string;
  path: string;
  parentKey: string | null;
  component: string | null;
  icon: string | null;
  sort: Generated<number>;
  isHidden: Generated<boolean>;
  kind: "GROUP" | "PAGE" | "LINK";
  keepAlive: Generated<boolean>;
  openStatus: Generated<"OPEN" | "COMING">;
  status: Generated<Switch>;
  source: "CONTRACT" | "CUSTOM";
}

interface SessionColumns {
  id: string;
  tokenHash: Buffer;
  handoverHash: Buffer | null;
  handoverIp: string | null;
  userId: string;
  activeOrganizationIds: string[];
  loginKind: LoginKind;
  ssoSessionId: string | null;
  restricted: boolean;
  deviceName: string;
  os: string;
  browser: string;
  ip: string;
  ipRegion: string;
  deviceIdHash: Buffer | null;
  createdAt: Date;
  lastSeenAt: Date;
  idleExpiresAt: Date;
  absoluteExpiresAt: Date;
  pendingUntil: Date | null;
  status: "PENDING" | "ACTIVE" | "ENDED";
  endReason: EndReason | null;
  endedAt: Date | null;
  endedBy: string | null;
  replacedById: string | null;
}

interface LoginGuardColumns {
  subjectKind: "PHONE" | "STAFF_NO" | "IP" | "DEVICE" | "SMS";
  subject: string;
  failCount: number;
  windowStart: Date;
  lockLevel: number;
  lockedUntil: Date | null;
  lastFailedAt: Date;
  failedSubjects: Generated<string[]>;
}

interface LoginLogColumns {
  id: string;
  occurredAt: Date;
  identityMasked: string;
  userId: string | null;
  kind: LoginLogKind;
  result: LoginResult;
  detail: string | null;
  ip: string;
  ipRegion: string;
  device: string;
  sessionId: string | null;
  traceId: string;
}

export interface AuthorityTables {
  appUser: UserColumns;
  passwordHistory: { id: string; userId: string; passwordHash: string; createdAt: Date };
  organization: OrganizationColumns;
  position: PositionColumns;
  membership: MembershipColumns;
  role: RoleColumns;
  roleGrant: RoleGrantColumns;
  menu: MenuColumns;
  permissionVersion: { onlyRow: Generated<boolean>; value: number };
  session: SessionColumns;
  trustedDevice: {
    id: string;
    userId: string;
    deviceIdHash: Buffer;
    deviceName: string;
    createdAt: Date;
    lastUsedAt: Date;
  };
  captcha: { codeId: string; usedAt: Date; expiresAt: Date; ip: string };
  loginGuard: LoginGuardColumns;
  loginLog: LoginLogColumns;
}

/** Authority's view of the database: its own tables and no others. */
export const { table, db } = databaseOf<AuthorityTables>();

/** The row of a declared table. */
export type RowOf<T> = T extends Table<infer Row> ? Row : never;
