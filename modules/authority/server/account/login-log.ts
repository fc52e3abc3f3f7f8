import { masks } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import { db, type LoginLogKind, type LoginResult } from "../database.ts";
import { deviceOf } from "./device.ts";
import { ipRegion, plainIp } from "./ip.ts";

export interface LoginEntry {
  /** What was typed or who it was: a phone or a staff number; only its mask is kept. */
  readonly identity: string;
  readonly kind: LoginLogKind;
  readonly result: LoginResult;
  readonly userId?: string | null;
  readonly sessionId?: string | null;
  readonly detail?: string;
  /** Steps of one unified sign-on share it (PF-R55); else the id of the request. */
  readonly traceId?: string | undefined;
}

export async function writeLoginLog(tx: Tx, entry: LoginEntry): Promise<void> {
  await db(tx)
    .insertInto("loginLog")
    .values({
      id: newId(),
      occurredAt: tx.now,
      identityMasked: maskedIdentity(entry.identity),
      userId: entry.userId ?? null,
      kind: entry.kind,
      result: entry.result,
      detail: entry.detail ?? null,
      ip: plainIp(tx.request.ip),
      ipRegion: ipRegion(tx.request.ip),
      device: deviceOf(tx.request.userAgent).deviceName,
      sessionId: entry.sessionId ?? null,
      traceId: entry.traceId ?? tx.request.requestId,
    })
    .execute();
}

/** People type passwords into the wrong field: only what looks like a phone keeps its head and tail. */
export function maskedIdentity(identity: string): string {
  if (/^1\d{10}$/.test(identity)) return masks.phone(identity);
  return `${[...identity][0] ?? ""}***`;
}
