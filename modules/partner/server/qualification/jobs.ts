import { addDays, dayOf } from "@ops/platform/contract";
import { notify, requireRecord, schedule, type Tx } from "@ops/platform/server";
import { paperKinds } from "../../contract/index.ts";
import { lockPartner } from "../company/find.ts";
import { addressOfPartner, managerAndAdmins } from "../company/holders.ts";
import { partners } from "../company/tables.ts";
import { db } from "../database.ts";
import { reminderDays, reminderReach } from "../reminder-days.ts";
import { paperReminderDays } from "./params.ts";
import { expirePapers, settlePapers } from "./settle.ts";

/**
 * Expires papers at night. Each partner has a transaction of its own, so that an interrupted run keeps what is done.
 */
const expire = schedule({
  name: "partner.paperExpire",
  title: "资质到期处理",
  at: "10 0 * * *",
  run: async (work) => {
    for (const id of await work.step(findPartnersWithEnded)) {
      await work.step(async (tx) => {
        const partner = await lockPartner(tx, id);
        await expirePapers(tx, partner);
        await settlePapers(tx, partner);
      });
    }
  },
});

async function findPartnersWithEnded(tx: Tx): Promise<string[]> {
  const rows = await db(tx)
    .selectFrom("partnerQualification")
    .innerJoin("partner", "partner.id", "partnerQualification.partnerId")
    .select("partnerId")
    .distinct()
    .where("partner.state", "<>", "TERMINATED")
    .where((eb) =>
      eb.or([
        eb("partnerQualification.state", "=", "EXPIRED"),
        eb.and([eb("partnerQualification.state", "=", "VALID"), eb("expireOn", "<", dayOf(tx.now))]),
      ]),
    )
    .orderBy("partnerId")
    .execute();
  return rows.map(({ partnerId }) => partnerId);
}

/** Reminds the manager and the partner's administrators, once per threshold (PT-R20). */
const remind = schedule({
  name: "partner.paperRemind",
  title: "资质到期提醒",
  at: "0 9 * * *",
  run: (work) => work.step(remindOfPapers),
});

async function remindOfPapers(tx: Tx): Promise<void> {
  const reach = await reminderReach(tx);
  const steps = reminderDays(tx, paperReminderDays);
  const ending = await db(tx)
    .selectFrom("partnerQualification as paper")
    .innerJoin("partner", "partner.id", "paper.partnerId")
    .select(["paper.id", "paper.kind", "paper.expireOn", "paper.partnerId"])
    .where("paper.state", "=", "VALID")
    .where("paper.expireOn", ">=", dayOf(tx.now))
    .where("paper.expireOn", "<=", addDays(reach, Math.max(...steps)))
    .where("partner.state", "<>", "TERMINATED")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("partnerQualification as other")
            .select("other.id")
            .whereRef("other.partnerId", "=", "paper.partnerId")
            .whereRef("other.kind", "=", "paper.kind")
            .where("other.state", "=", "VALID")
            .where((eb) =>
              eb.or([eb("other.expireOn", "is", null), eb("other.expireOn", ">", eb.ref("paper.expireOn"))]),
            ),
        ),
      ),
    )
    .execute();
  for (const { id, kind, expireOn, partnerId } of ending) {
    const step = steps.find((days) => (expireOn ?? "") <= addDays(reach, days));
    const partner = await requireRecord(tx, partners, partnerId);
    await notify(tx, await managerAndAdmins(tx, partner), {
      category: "WARNING",
      level: "WARN",
      title: `${partner.shortName}资质即将到期`,
      once: true,
      content: `${paperKinds[kind]}将于${expireOn}到期`,
      route: addressOfPartner(partnerId),
      about: `partner.paper:${id}:${step}`,
    });
  }
}

export const qualificationSchedules = [expire, remind];
