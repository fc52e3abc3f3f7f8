import { holdersAt, leadersAbove } from "@ops/authority/server";
import { dayOf, daysApart } from "@ops/platform/contract";
import { eachInStep, notify, readersAmong, schedule, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { PROJECT_APPROVE, PROJECT_PAGE } from "../../contract/index.ts";
import { db } from "../database.ts";
import { settleNodes } from "./standing.ts";
import { projects } from "./tables.ts";

/** Forecast and risk follow the day. They are computed anew and change no version, so that nobody's form grows stale. */
export const projectNightly = schedule({
  name: "store.projectStanding",
  title: "门店项目预测与风险",
  at: "10 0 * * *",
  run: (work) => eachInStep(work, runningProjects, settle),
});

async function runningProjects(tx: Tx): Promise<string[]> {
  const rows = await db(tx)
    .selectFrom("storeProject")
    .select("id")
    .where("state", "=", "RUNNING")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

async function settle(tx: Tx, id: string): Promise<void> {
  const project = await db(tx)
    .selectFrom("storeProject")
    .select(["id", "state", "baselineOpenDate"])
    .where("id", "=", id)
    .where("state", "=", "RUNNING")
    .forUpdate()
    .executeTakeFirst();
  if (!project) return;
  await db(tx)
    .updateTable("storeProject")
    .set(await settleNodes(tx, project))
    .where("id", "=", id)
    .execute();
}

export const nodeNotices = schedule({
  name: "store.nodeNotices",
  title: "项目节点提醒",
  at: "30 8 * * *",
  run: (work) => work.step(remindOfNodes),
});

/** On these days before and after its planned end a node is told of (ST-R28). */
const STEPS = [-7, -3, -1, 0, 1, 3, 7];
const FROM = { manager: 1, leader: 3, headquarters: 7 };

interface Due {
  readonly projectId: string;
  readonly node: string;
  readonly project: string;
  readonly planEnd: string;
  readonly ownerUserId: string | null;
  readonly managerUserId: string | null;
  readonly orgId: string;
}

/** Tells each person of all nodes of the day in one notice. */
async function remindOfNodes(tx: Tx): Promise<void> {
  const today = dayOf(tx.now);
  const lines = new Map<string, string[]>();
  for (const due of await dueOn(tx, today)) {
    const days = daysApart(due.planEnd, today);
    for (const userId of await toldOf(tx, due, days)) {
      lines.set(userId, [...(lines.get(userId) ?? []), lineOf(due, days)]);
    }
  }
  for (const [userId, told] of lines) {
    const shown = told.slice(0, MOST_LINES).join("；");
    await notify(tx, [userId], {
      category: "WARNING",
      level: "WARN",
      title: "项目节点提醒",
      content: told.length > MOST_LINES ? `${shown}等${told.length}个节点` : shown,
      route: PROJECT_PAGE,
      about: `store-project-nodes:${today}`,
      once: true,
    });
  }
}

const MOST_LINES = 5;

async function dueOn(tx: Tx, today: string): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select n.project_id, n.name as node, p.name as project, n.plan_end, n.owner_user_id, p.manager_user_id, p.org_id
    from project_node n join store_project p on p.id = n.project_id
    where p.state = 'RUNNING' and n.state in ('NOT_STARTED', 'DOING', 'SUBMITTED')
      and n.plan_end = any(select ${today}::date - step from unnest(${STEPS}::int[]) as step)
    order by n.plan_end, p.project_no, n.sort`.execute(tx.kysely);
  return rows;
}

/** The owner always, and the later it gets, the more people above; of them those who may open the project (PF-R123). */
async function toldOf(tx: Tx, due: Due, days: number): Promise<string[]> {
  const { projectId, ownerUserId, managerUserId, orgId } = due;
  const people = new Set<string>();
  const add = (...ids: readonly (string | null)[]) => {
    for (const id of ids) if (id !== null) people.add(id);
  };
  add(ownerUserId);
  if (days >= FROM.manager) add(managerUserId);
  if (days >= FROM.leader) add(...(await leadersAbove(tx, orgId, 1)));
  if (days >= FROM.headquarters) add(...(await holdersAt(tx, PROJECT_APPROVE, orgId)).map(({ userId }) => userId));
  return readersAmong(tx, { table: projects, id: projectId }, people);
}

function lineOf({ project, node }: Due, days: number): string {
  const when = days < 0 ? `${-days}天后到期` : days === 0 ? "今天到期" : `已逾期${days}天`;
  return `${project}·${node}${when}`;
}
