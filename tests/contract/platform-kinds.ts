import { type Kind, organizationOf, type PromiseGround, unscoped } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";

/** Announcements are visible for people in whose scope the author worked, and for the author. */
const announcements: Kind = {
  places: ["own", "home", "child", "foreign", "custom", "nowhere", "missing"],
  facts: `select id, true as exists, array_remove(array[org_id], null) as "organizationIds", created_by as "ownerId",
    false as everywhere from announcement`,
  make: async (ground, place, caller) => {
    if (place === "missing") return newId();
    const id = newId();
    const at = place === "nowhere" ? null : organizationOf(ground, place).id;
    await ground.app.rows(
      `insert into announcement (id, created_at, created_by, updated_at, updated_by, org_id, announcement_no, title,
         content, audience, status)
       values ($1::uuid, now(), $2, now(), $2, $3, $1::text, '公告', '内容', 'ALL', 'DRAFT')`,
      [id, place === "own" ? caller.userId : id, at],
    );
    return id;
  },
};

/** Tasks are visible for their owner, and for people in whose scope the owner worked. */
const tasks: Kind = {
  places: ["own", "home", "child", "foreign", "custom", "nowhere", "missing"],
  facts: `select id, true as exists, array_remove(array[org_id], null) as "organizationIds", owner_id as "ownerId",
    false as everywhere from task`,
  make: async (ground, place, caller) => {
    if (place === "missing") return newId();
    const owner = place === "own" ? caller.userId : newId();
    const at = place === "nowhere" ? null : organizationOf(ground, place).id;
    return givenTask(ground.app, { owner, at });
  },
};

/** Makes a task that no worker takes. */
export async function givenTask(
  app: PromiseGround["app"],
  { owner, at, status = "QUEUED" }: { owner: string; at: string | null; status?: string },
): Promise<string> {
  const id = newId();
  const finishedAt = status === "QUEUED" ? null : new Date();
  await app.rows(
    `insert into task (id, created_at, created_by, updated_at, updated_by, task_no, kind, biz_type, biz_name, file_name,
       params, params_hash, status, owner_id, owner_name, org_id, organization_ids, permission_code, finished_at)
     values ($1::uuid, now(), $2, now(), $2, $1::text, 'EXPORT', 'authority.user', '用户列表', '用户列表.xlsx',
       '{}', $1::text, $4, $2, '某人', $3, '{}', 'authority:user:export', $5)`,
    [id, owner, at, status, finishedAt],
  );
  return id;
}

/** Makes a batch of this owner that disabled this person. */
export async function givenBatch(
  app: PromiseGround["app"],
  { owner, userId, status }: { owner: string; userId: string; status: string },
): Promise<string> {
  const id = await givenTask(app, { owner, at: null, status });
  await app.rows(
    `update task set kind = 'BATCH', biz_type = 'authority.userDisable', undoable = true, total = 1, success_count = 1,
       params = '{"values": {"reason": "测试"}, "undoes": null, "flow": null}' where id = $1`,
    [id],
  );
  await app.rows(
    `insert into batch_row (task_id, seq, record_id, label, state, before, after)
     values ($1, 1, $2, '某人', 'DONE', '{"账号状态": "正常"}', '{"账号状态": "停用"}')`,
    [id, userId],
  );
  return id;
}

const stamp = "1, now(), $1::uuid, now(), $1::uuid";

async function inserted({ app }: PromiseGround, statement: string): Promise<string> {
  const id = newId();
  await app.rows(statement, [id]);
  return id;
}

const dictEntries = unscoped("dict_entry", async (ground) => {
  const code = `t${newId().slice(-8)}`;
  await ground.app.rows(`insert into dict_type values ($1::uuid, ${stamp}, $2, '类型', 'platform', false)`, [
    newId(),
    code,
  ]);
  return inserted(
    ground,
    `insert into dict_entry values ($1::uuid, ${stamp}, '${code}', '名称', 'A', 1, null, 'ENABLED')`,
  );
});

export const platformKinds = { dictEntries, announcements, tasks };
