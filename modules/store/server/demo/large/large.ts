import { fillBare, type PlatformNode } from "@ops/platform/server";
import { db } from "../../database.ts";
import { loadProjectTemplates } from "../project/template.ts";
import { loadSettings } from "../settings.ts";
import { hiringStatements } from "./hiring.ts";
import { CERTIFICATES, peopleStatements } from "./people.ts";
import { projectStatements } from "./projects.ts";
import type { LargeStores } from "./sql.ts";
import { rosterOf, storeStatements } from "./stores.ts";

/**
 * Adds the stores of the large organisations with their people, rosters, interviews, certificates, training and
 * projects to the demo. The database generates the rows, which are the same on every machine, except that all times
 * end now.
 */
export async function loadLargeStores(node: PlatformNode, size: LargeStores): Promise<void> {
  await node.access.commit(async (tx) => {
    if (await db(tx).selectFrom("storePosition").select("id").executeTakeFirst()) return;
    await loadSettings(tx);
    await loadProjectTemplates(tx);
  });
  const client = await node.database.writerPool.connect();
  const fill = (table: string, statement: string) => fillBare(client, table, () => client.query(statement));
  const [people, roster, hiring, projects] = [
    peopleStatements(size),
    rosterOf(size),
    hiringStatements(size),
    projectStatements(size),
  ];
  try {
    await client.query("set statement_timeout = 0"); // some statements take longer than the limit of a call
    // the planner would choose nested loops, because it cannot estimate how many rows are generated
    await client.query("set enable_nestloop = off");
    for (const statement of [...storeStatements(size), people.working]) await client.query(statement);
    await fill("store_staff", people.others);
    await fill("store_movement", people.movements);
    for (const statement of CERTIFICATES) await client.query(statement);
    for (const statement of [roster.members, roster.weeks]) await client.query(statement);
    await fill("duty_day", roster.days);
    await fill("interview", hiring.interviews);
    await fill("interview_feedback", hiring.feedback);
    await fill("training_record", hiring.trainings);
    for (const statement of projects.register) await client.query(statement);
    await fill("file", projects.files);
    await fill("project_evidence", projects.evidence);
    await client.query("analyze");
  } finally {
    client.release(true);
  }
}
