import type {
  AnswerFrom,
  listAllTasks as listAllEndpoint,
  listTasks as listEndpoint,
  QueryOf,
} from "@ops/platform/contract";
import { contains, is, within } from "../db/list/condition.ts";
import { listPage } from "../db/list/list-page.ts";
import type { Tx } from "../db/tx.ts";
import { db, tasks } from "../tables.ts";
import { presentTask } from "./present.ts";
import type { TaskWork } from "./work.ts";

/** Limits a call to the records of the caller. */
export function limitToOwn(tx: Tx): Tx {
  const own = { all: false, organizations: null, selfId: tx.actor.userId } as const;
  return { ...tx, actor: { ...tx.actor, scopeOf: () => own } };
}

export function listTasks(tx: Tx, query: QueryOf<typeof listEndpoint>): Promise<AnswerFrom<typeof listEndpoint>> {
  return listAllTasks(limitToOwn(tx), query);
}

/** Those inside the scope of the permission to list all; to list is not to download (section 7). */
export async function listAllTasks(
  tx: Tx,
  query: QueryOf<typeof listAllEndpoint>,
): Promise<AnswerFrom<typeof listAllEndpoint>> {
  const { taskNo, bizType, kind, status, createdAt, ownerName } = query;
  const page = await listPage(tx, tasks, query, {
    where: [
      is("taskNo", taskNo),
      is("bizType", bizType),
      is("kind", kind),
      is("status", status),
      within("createdAt", createdAt),
      contains("ownerName", ownerName),
    ],
    orderBy: ["createdAt", "desc"],
  });
  return { ...page, list: page.list.map(presentTask) };
}

export function listTaskTypes({ exports: sources, imports, batches }: TaskWork) {
  return [
    ...[...sources.values()].map(({ sheet }) => ({ bizType: sheet.key, bizName: sheet.name })),
    ...[...imports.values(), ...batches.values()].map(({ kind }) => ({ bizType: kind.key, bizName: kind.name })),
  ];
}

/** Finished ones of one's own that one has not seen: the red dot (PF-R71). */
export async function countUnread(tx: Tx): Promise<{ count: number }> {
  const { count } = await selectUnread(tx)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return { count: Number(count) };
}

export async function readTasks(tx: Tx): Promise<{ read: number }> {
  const { numUpdatedRows } = await db(tx)
    .updateTable("task")
    .set({ readAt: tx.now })
    .where("id", "in", selectUnread(tx).select("id"))
    .executeTakeFirst();
  return { read: Number(numUpdatedRows) };
}

function selectUnread(tx: Tx) {
  return db(tx)
    .selectFrom("task")
    .where("ownerId", "=", tx.actor.userId)
    .where("readAt", "is", null)
    .where("status", "in", ["SUCCESS", "PARTIAL", "FAILED"]);
}
