import { type AnswerFrom, addDays, type BodyOf, commonErrors, dayOf } from "@ops/platform/contract";
import { bindFile, changeRecord, insertRecords, lockRecord, notify, removeRecord, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { type PaperKind, paperKinds, partnerErrors, partnerStates, taskStates } from "../../contract/index.ts";
import { lockPartner, requirePartner } from "../company/find.ts";
import { addressOfPartner, brandHolders } from "../company/holders.ts";
import { keptFiles } from "../company/kept-files.ts";
import type { PartnerRow } from "../company/tables.ts";
import { keysOf } from "../company/template.ts";
import { db } from "../database.ts";
import { holdsOn, papersOf } from "../qualification/required.ts";
import { taskFacts } from "./facts.ts";
import { type Plan, planOf } from "./plan.ts";
import { type OnboardTaskRow, onboardTasks } from "./tables.ts";
import { plannedTasks } from "./template.ts";

type Presented = AnswerFrom<typeof contract.finishOnboardTask>;

export function tasksOf(tx: Tx, partnerId: string): Promise<OnboardTaskRow[]> {
  return db(tx)
    .selectFrom("partnerOnboardTask")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .orderBy("sort")
    .orderBy("code")
    .execute();
}

/**
 * The tasks that the kinds of a partner ask for (PT-R18): made when it is approved, and brought up to date when its kinds
 * change. What is done stays; what nobody asks for any more and nobody has begun goes.
 */
export async function syncTasks(tx: Tx, partner: PartnerRow): Promise<void> {
  const planned = plannedTasks(tx, partner, dayOf(partner.approvedAt ?? tx.now));
  const had = await tasksOf(tx, partner.id);
  for (const task of had) {
    const wanted = planned.find(({ code }) => code === task.code);
    const mandatory = wanted?.mandatory ?? false;
    if (!wanted && task.state === "WAITING") await removeRecord(tx, onboardTasks, task);
    else if (task.mandatory !== mandatory) await changeRecord(tx, onboardTasks, task, { mandatory });
  }
  const fresh = planned.filter(({ code }) => !had.some((task) => task.code === code));
  const made = await insertRecords(
    tx,
    onboardTasks,
    fresh.map(({ after, ...task }) => ({
      partnerId: partner.id,
      ...task,
      dependsOn: [...after],
      state: "WAITING" as const,
      evidence: null,
      fileIds: [],
      note: null,
      doneAt: null,
    })),
  );
  await settleTasks(tx, partner);
  const settled = await tasksOf(tx, partner.id);
  await tellReady(
    tx,
    partner,
    settled.filter(({ id }) => made.some((one) => one.id === id)),
  );
}

/**
 * What the facts decide is ticked by the system (PT-R18), once nothing comes before it; what a person sent back stays with
 * people. The caller has locked the partner.
 */
export async function settleTasks(tx: Tx, partner: PartnerRow): Promise<void> {
  const tasks = await tasksOf(tx, partner.id);
  const open = tasks.filter(({ state }) => state === "WAITING" || state === "DOING");
  for (const task of open.filter((one) => isWorkedOn(partner, one))) {
    const evidence = (await taskFacts.get(task.code)?.(tx, partner.id)) ?? null;
    if (evidence === null || (await blockersNow(tx, task)).length > 0) continue;
    await finish(tx, partner, task, { evidence: `系统确认：${evidence}`, fileIds: [] });
  }
}

export async function listOnboardTasks(
  tx: Tx,
  partnerId: string,
): Promise<AnswerFrom<typeof contract.listOnboardTasks>> {
  const partner = await requirePartner(tx, partnerId);
  const tasks = await tasksOf(tx, partner.id);
  const plan = planToday(tx, tasks);
  const validPapers = await validKinds(tx, partner.id);
  const shown = tasks.map((task) => present(tx, task, { tasks, plan, validPapers }));
  return { tasks: await Promise.all(shown), readyOn: plan.readyOn };
}

export async function startOnboardTask(tx: Tx, id: string, version: number): Promise<Presented> {
  const { task } = await lockTask(tx, id, version);
  const state = taskStates.next(task.state, "start");
  await refuseBlocked(tx, task);
  await changeRecord(tx, onboardTasks, task, { state });
  return presentOne(tx, id);
}

/** Refused while what it waits for is open: PARTNER_TASK_DEP. Those that waited for this one can begin and are told. */
export async function finishOnboardTask(
  tx: Tx,
  id: string,
  { evidence, fileIds, version }: BodyOf<typeof contract.finishOnboardTask>,
): Promise<Presented> {
  const { partner, task } = await lockTask(tx, id, version);
  await refuseBlocked(tx, task);
  for (const fileId of fileIds) await bindFile(tx, fileId, { bizType: onboardTasks.name, bizId: id });
  await finish(tx, partner, task, { evidence, fileIds });
  return presentOne(tx, id);
}

type Shown = Pick<OnboardTaskRow, "evidence" | "fileIds">;

async function finish(tx: Tx, partner: PartnerRow, task: OnboardTaskRow, shown: Shown): Promise<void> {
  const state = taskStates.next(task.state, "done");
  await changeRecord(tx, onboardTasks, task, { state, ...shown, note: null, doneAt: tx.now });
  const waiting = (await tasksOf(tx, partner.id)).filter(({ dependsOn }) => dependsOn.includes(task.code));
  await tellReady(tx, partner, waiting);
}

export async function rejectOnboardTask(
  tx: Tx,
  id: string,
  { reason, version }: BodyOf<typeof contract.rejectOnboardTask>,
): Promise<Presented> {
  const { partner, task } = await lockTask(tx, id, version);
  const state = taskStates.next(task.state, "reject");
  const rejected = await changeRecord(tx, onboardTasks, task, { state, note: reason, doneAt: null });
  await tellReady(tx, partner, [rejected]);
  return presentOne(tx, id);
}

/** The partner first; tasks are worked on while it comes in, wanted ones also afterwards. */
async function lockTask(tx: Tx, id: string, version: number) {
  const found = await db(tx)
    .selectFrom("partnerOnboardTask")
    .select("partnerId")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found) throw commonErrors.notFound();
  const partner = await lockPartner(tx, found.partnerId);
  const task = await lockRecord(tx, onboardTasks, id, version, (inTx, row) => presentOne(inTx, row.id));
  if (!isWorkedOn(partner, task))
    throw partnerErrors.fieldLocked({ state: partnerStates.label(partner.state), fields: "入驻任务" });
  return { partner, task };
}

const isWorkedOn = ({ state }: PartnerRow, { mandatory }: OnboardTaskRow): boolean =>
  state === "ONBOARDING" || (state === "ACTIVE" && !mandatory);

const blockersNow = async (tx: Tx, task: OnboardTaskRow): Promise<string[]> =>
  blockersOf(task, await tasksOf(tx, task.partnerId), await validKinds(tx, task.partnerId));

async function refuseBlocked(tx: Tx, task: OnboardTaskRow): Promise<void> {
  const blockers = await blockersNow(tx, task);
  if (blockers.length > 0) throw partnerErrors.taskDep({ task: blockers.join("、") });
}

/** 「{伙伴}入驻任务【{任务}】待处理」 to those who see to it, once it can be begun (PT-R20). */
async function tellReady(tx: Tx, partner: PartnerRow, tasks: readonly OnboardTaskRow[]): Promise<void> {
  const all = await tasksOf(tx, partner.id);
  const validPapers = await validKinds(tx, partner.id);
  for (const task of tasks) {
    if (task.state === "DONE" || blockersOf(task, all, validPapers).length > 0) continue;
    await notify(tx, await brandHolders(tx, task.ownerCode), {
      category: "TASK",
      title: "入驻任务待处理",
      route: addressOfPartner(partner.id),
      content: `${partner.shortName}入驻任务【${task.name}】待处理`,
      about: `partner.task:${task.id}`,
    });
  }
}

function blockersOf(
  { dependsOn }: OnboardTaskRow,
  tasks: readonly OnboardTaskRow[],
  validPapers: ReadonlySet<PaperKind>,
): string[] {
  return dependsOn.flatMap((one) => {
    const paper = papersByDependency.get(one);
    if (paper) return validPapers.has(paper) ? [] : [paperKinds[paper]];
    const task = tasks.find(({ code }) => code === one);
    return task && task.state !== "DONE" ? [task.name] : [];
  });
}

const papersByDependency: ReadonlyMap<string, PaperKind> = new Map(
  keysOf(paperKinds).map((kind) => [`paper:${kind}`, kind]),
);

async function validKinds(tx: Tx, partnerId: string): Promise<ReadonlySet<PaperKind>> {
  const papers = await papersOf(tx, partnerId);
  return new Set(papers.filter((paper) => holdsOn(paper, dayOf(tx.now))).map(({ kind }) => kind));
}

export const planToday = (tx: Tx, tasks: readonly OnboardTaskRow[]): Plan => planOf(tasks, dayOf(tx.now), addDays);

interface Around {
  readonly tasks: readonly OnboardTaskRow[];
  readonly plan: Plan;
  readonly validPapers: ReadonlySet<PaperKind>;
}

async function presentOne(tx: Tx, id: string): Promise<Presented> {
  const task = await lockRecord(tx, onboardTasks, id, null);
  const tasks = await tasksOf(tx, task.partnerId);
  const around = { tasks, plan: planToday(tx, tasks), validPapers: await validKinds(tx, task.partnerId) };
  return present(tx, task, around);
}

async function present(tx: Tx, task: OnboardTaskRow, { tasks, plan, validPapers }: Around): Promise<Presented> {
  const late = Math.round((Date.parse(dayOf(tx.now)) - Date.parse(task.dueOn)) / 86_400_000);
  return {
    ...task,
    blockers: task.state === "DONE" ? [] : blockersOf(task, tasks, validPapers),
    overdueDays: task.state === "DONE" ? 0 : Math.max(0, late),
    isCritical: plan.critical.has(task.code),
    files: await keptFiles(tx, task.fileIds),
    updatedByName: await tx.personName(task.updatedBy),
  };
}
