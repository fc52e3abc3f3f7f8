import { insertPastAudits, newId, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { endViewAs } from "../../contract/index.ts";
import { users } from "../person/tables.ts";

export interface Ended {
  readonly sessionId: string;
  readonly viewerId: string;
  readonly userId: string;
  readonly userName: string;
  readonly staffNo: string | null;
  readonly endReason: "LEFT" | "TIMEOUT" | "SESSION";
}
export const endedColumns = sql`v.session_id as "sessionId", v.viewer_id as "viewerId", v.user_id as "userId",
  u.user_name as "userName", u.staff_no as "staffNo", v.end_reason as "endReason"`;

const reasons = { LEFT: "主动退出", TIMEOUT: "满30分钟", SESSION: "会话结束" } as const;

export const summaryOf = ({ userName, endReason }: Ended, viewerName: string) =>
  `${viewerName} 以「${userName}」的视角，${reasons[endReason]}`;

/** Every minute: what has run out, and what is left of sessions that are over. */
export async function endViews(tx: Tx): Promise<void> {
  const { rows } = await sql<Ended>`
    update view_as v set ended_at = ${tx.now},
      end_reason = case when s.status = 'ENDED' then 'SESSION' else 'TIMEOUT' end,
      left_at = case when s.status = 'ENDED' then ${tx.now}::timestamptz end
    from app_user u, session s
    where u.id = v.user_id and s.id = v.session_id and v.ended_at is null
      and (v.expires_at <= ${tx.now} or s.status = 'ENDED')
    returning ${endedColumns}`.execute(tx.kysely);
  for (const view of rows) {
    await tellPages(tx, view.viewerId, view.sessionId);
    await logEnd(tx, view);
  }
}

export async function tellPages(tx: Tx, viewerId: string, sessionId: string): Promise<void> {
  await tx.invalidate(`session:${viewerId}`);
  await tx.tell({ sessionId }, { type: "viewAs.changed" });
}

/** This work belongs to no call, so the kernel writes no audit row and this function does. */
async function logEnd(tx: Tx, view: Ended): Promise<void> {
  const viewerName = await tx.personName(view.viewerId);
  await insertPastAudits(tx, [
    {
      id: newId(),
      occurredAt: tx.now,
      actorId: view.viewerId,
      actorName: viewerName,
      actorOrgId: "",
      ip: tx.request.ip,
      module: "authority",
      bizType: users.name,
      bizId: view.userId,
      bizNo: view.staffNo,
      action: "authority.viewAsEnd",
      actionName: endViewAs.audit,
      summary: summaryOf(view, viewerName),
      diffs: [],
      reason: null,
      source: "JOB",
      result: "SUCCESS",
      traceId: tx.request.requestId,
    },
  ]);
}
