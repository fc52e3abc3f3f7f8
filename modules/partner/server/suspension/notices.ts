import { findOrganization } from "@ops/authority/server";
import { insertPastAudits, newId, notify, type Tx } from "@ops/platform/server";
import { suspensionKinds, suspensionStates } from "../../contract/index.ts";
import { cascadeKind } from "../cascade/kinds.ts";
import { accountsKind } from "../cascade/own-kinds.ts";
import { requireApplied } from "../company/find.ts";
import { addressOfPartner, holdersFor, managerAndAdmins, readersOf } from "../company/holders.ts";
import type { PartnerRow } from "../company/tables.ts";
import { db } from "../database.ts";
import { presentDetail } from "./present.ts";
import type { SuspensionRow } from "./tables.ts";

/** Sends 「已暂停合作」 when the execution has ended, even if some items failed (PT-R20). */
export async function tellExecuted(tx: Tx, suspension: SuspensionRow): Promise<void> {
  const partner = await partnerOf(tx, suspension);
  const { lines, items } = await presentDetail(tx, suspension);
  const receivers = [...new Set(lines.flatMap(({ receiverName }) => receiverName ?? []))];
  const taker = receivers.length > 0 ? receivers.join("、") : await tx.personName(partner.managerId);
  const what = suspension.kind === "SUSPEND" ? "已暂停合作" : "已进入清退";
  await notify(tx, await findConcerned(tx, partner, suspension), {
    category: "WARNING",
    level: "WARN",
    title: `伙伴${what}`,
    about: `partner.suspension:${suspension.id}`,
    content: `${partner.shortName}${what}，原因：${suspension.reason}；未结业务由${taker}接手`,
    route: addressOfPartner(partner.id),
  });
  const failed = items.failed > 0 ? `，${items.failed}项失败` : "";
  const said = `${suspensionKinds[suspension.kind]}${suspensionStates.label(suspension.state)}`;
  await logResult(tx, suspension, `${said}：已处理${items.done}项${failed}`);
}

/** Sends 「已恢复合作」 once everything that began with the same resumption has ended. */
export async function tellResumed(tx: Tx, suspension: SuspensionRow): Promise<void> {
  const partner = await partnerOf(tx, suspension);
  const together = await db(tx)
    .selectFrom("partnerSuspension")
    .select(["id", "state"])
    .where("partnerId", "=", partner.id)
    .where("undoBeganAt", "=", suspension.undoBeganAt)
    .execute();
  const items = await db(tx)
    .selectFrom("partnerCascadeItem")
    .select(["suspensionId", "kind", "targetId", "restored"])
    .where(
      "suspensionId",
      "in",
      together.map(({ id }) => id),
    )
    .where("restored", "is not", null)
    .execute();
  const own = splitByOutcome(items.filter(({ suspensionId }) => suspensionId === suspension.id));
  await logResult(tx, suspension, `恢复完成：已恢复${own.back.length}项，未恢复${own.kept.length}项`);
  if (together.some(({ state }) => state !== "UNDONE")) return;
  const { back, kept } = splitByOutcome(items);
  const still = accountsOf(kept);
  const accounts = [...accountsOf(back)].filter((id) => !still.has(id)).length;
  await notify(tx, await findConcerned(tx, partner, suspension), {
    category: "WARNING",
    title: "伙伴已恢复合作",
    about: `partner.resumed:${partner.id}`,
    content: `${partner.shortName}已恢复合作，恢复账号${accounts}个，未恢复${kept.length}项见明细`,
    route: addressOfPartner(partner.id),
  });
}

interface Outcome {
  readonly kind: string;
  readonly targetId: string;
  readonly restored: string | null;
}

const splitByOutcome = (items: readonly Outcome[]) => ({
  back: items.filter(({ restored }) => restored === "RESTORED"),
  kept: items.filter(({ restored }) => restored !== "RESTORED"),
});

/** Counts each account once, because an exit handles accounts again that the suspension before it froze. */
const accountsOf = (items: readonly Outcome[]) =>
  new Set(items.filter(({ kind }) => kind === accountsKind).map(({ targetId }) => targetId));

/**
 * Finds the partner's administrators, its manager, the leader of its region and the people responsible for the handled
 * things.
 */
async function findConcerned(tx: Tx, partner: PartnerRow, { id }: SuspensionRow): Promise<Set<string>> {
  const region = await findOrganization(tx, { id: requireApplied(partner).regionId });
  const leaders = region?.leaderUserId ? [region.leaderUserId] : [];
  const people = new Set([...(await managerAndAdmins(tx, partner)), ...(await readersOf(tx, partner, leaders))]);
  const touched = await db(tx)
    .selectFrom("partnerCascadeItem")
    .select("kind")
    .distinct()
    .where("suspensionId", "=", id)
    .execute();
  for (const { kind } of touched) {
    const code = cascadeKind(tx, kind)?.headCode;
    if (code) for (const userId of await holdersFor(tx, code, partner)) people.add(userId);
  }
  return people;
}

function partnerOf(tx: Tx, { partnerId }: SuspensionRow): Promise<PartnerRow> {
  return db(tx).selectFrom("partner").selectAll().where("id", "=", partnerId).executeTakeFirstOrThrow();
}

/** Writes the audit entry here, because no call does so. */
async function logResult(tx: Tx, { id, reason }: SuspensionRow, summary: string): Promise<void> {
  await insertPastAudits(tx, [
    {
      id: newId(),
      occurredAt: tx.now,
      actorId: tx.actor.userId,
      actorName: tx.actor.name,
      actorOrgId: "",
      ip: tx.request.ip,
      module: "partner",
      bizType: "partnerSuspension",
      bizId: id,
      bizNo: null,
      action: "partner.suspension",
      actionName: "级联处理",
      summary,
      diffs: [],
      reason,
      source: "JOB",
      result: "SUCCESS",
      traceId: tx.request.requestId,
    },
  ]);
}
