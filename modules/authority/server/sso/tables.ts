import { databaseOf } from "@ops/platform/server";
import type { ColumnType, Generated, Selectable } from "kysely";
import type { AuthorityTables, Switch } from "../database.ts";

export type PortalLoginMethod = "SMS" | "STAFF_NO" | "OIDC";
export type PortalEndReason = "LOGOUT" | "REPLACED" | "IDLE" | "ABSOLUTE" | "DISABLED";
export type SmsGatewayName = "outbox" | "http";

interface SsoClientColumns {
  id: string;
  version: Generated<number>;
  createdAt: Date;
  createdBy: string;
  updatedAt: Date;
  updatedBy: string;
  clientId: string;
  applicationId: string;
  name: string;
  transferUrl: string;
  backchannelLogoutUrl: string | null;
  secretHash: Buffer | null;
  sort: Generated<number>;
  status: Generated<Switch>;
}

interface SsoSessionColumns {
  id: string;
  cookieHash: Buffer;
  userId: string;
  loginMethod: PortalLoginMethod;
  idpSid: string | null;
  traceId: string;
  deviceName: string;
  ip: string;
  createdAt: Date;
  lastSeenAt: Date;
  idleExpiresAt: Date;
  absoluteExpiresAt: Date;
  status: "ACTIVE" | "ENDED";
  endReason: PortalEndReason | null;
  endedAt: Date | null;
}

interface OneTime {
  id: string;
  ssoSessionId: string;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  usedIp: string | null;
}

interface SmsCodeColumns {
  id: string;
  mobilePhone: string;
  scene: "LOGIN";
  codeHash: string | null;
  createdAt: Date;
  expiresAt: Date;
  attempts: Generated<number>;
  usedAt: Date | null;
  status: "SENT" | "USED" | "EXPIRED" | "KILLED" | "SUPERSEDED";
  ip: string;
}

interface SmsOutboxColumns {
  id: string;
  smsCodeId: string | null;
  mobilePhone: string;
  templateCode: string;
  params: ColumnType<Readonly<Record<string, string>>, string, string>;
  text: string;
  gateway: SmsGatewayName;
  status: "QUEUED" | "SENDING" | "SENT" | "FAILED";
  attempts: Generated<number>;
  providerMsgId: string | null;
  lastError: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export type SmsOutboxRow = Selectable<SmsOutboxColumns>;

interface SsoTables {
  ssoClient: SsoClientColumns;
  ssoSession: SsoSessionColumns;
  ssoTicket: OneTime & { ticketHash: Buffer; userId: string; applicationId: string; clientId: string };
  ssoHandover: OneTime & { valueHash: Buffer };
  smsCode: SmsCodeColumns;
  smsOutbox: SmsOutboxColumns;
}

/** The portal's view of the database: its own tables, and the accounts and sessions they point to. */
export const { db } = databaseOf<SsoTables & Pick<AuthorityTables, "appUser" | "session">>();
