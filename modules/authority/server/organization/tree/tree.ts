import { setImmediate } from "node:timers/promises";
import { type AnswerFrom, pinyinMatcher, type QueryOf } from "@ops/platform/contract";
import { escapeLike, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { dict } from "pinyin-match/src/simplified_dict.js";
import type * as contract from "../../../contract/index.ts";
import { type OrganizationNode, WHOLE_TREE_LIMIT } from "../../../contract/index.ts";
import { idsOnPath, reaches } from "../tables.ts";

const FOUND_LIMIT = 100;
const NAMES_AT_ONCE = 500;
const match = pinyinMatcher(dict);

type Tree = AnswerFrom<typeof contract.organizationTree>;

/** Returns the whole tree while it is small, else its upper two levels or the children of one node (AU-R44). */
export async function findTree(tx: Tx, query: QueryOf<typeof contract.organizationTree>): Promise<Tree> {
  const { parentId, keyword } = query;
  if (parentId) return { nodes: await nodesOf(tx, await childrenOf(tx, [parentId])), complete: false };
  if (keyword) return { nodes: await nodesOf(tx, await onTheWayTo(tx, keyword)), complete: false };
  const some = await idsWhere(tx, sql<boolean>`true`, WHOLE_TREE_LIMIT + 1);
  if (some.length <= WHOLE_TREE_LIMIT) return { nodes: await nodesOf(tx, some), complete: true };
  const tops = await idsWhere(tx, isTop(tx), null);
  return { nodes: await nodesOf(tx, [...tops, ...(await childrenOf(tx, tops))]), complete: false };
}

/** Selects the uppermost organisations that the reader sees. */
function isTop(tx: Tx): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from organization p where p.id = o.parent_id and p.deleted_at is null and ${reaches(tx, sql.ref("p.id"))})`;
}

function childrenOf(tx: Tx, parentIds: readonly string[]): Promise<string[]> {
  return idsWhere(tx, sql<boolean>`o.parent_id = any(${parentIds}::uuid[])`, null);
}

async function idsWhere(tx: Tx, condition: RawBuilder<boolean>, limit: number | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select o.id from organization o
    where o.deleted_at is null and ${reaches(tx, sql.ref("o.id"))} and ${condition} limit ${limit}`.execute(tx.kysely);
  return rows.map(({ id }) => id);
}

/** Finds organisations by name, code, pinyin or initials, with everything above them. */
async function onTheWayTo(tx: Tx, keyword: string): Promise<string[]> {
  return [...new Set((await findPaths(tx, keyword)).flatMap(idsOnPath))];
}

/** Finds the paths of matching organisations, up to the length of a list. */
export function findPaths(tx: Tx, keyword: string): Promise<string[]> {
  return /^[a-z ]+$/i.test(keyword) ? soundingLike(tx, keyword) : spelledLike(tx, keyword);
}

async function spelledLike(tx: Tx, keyword: string): Promise<string[]> {
  const pattern = `%${escapeLike(keyword)}%`;
  const { rows } = await sql<{ path: string }>`select o.path from organization o
    where o.deleted_at is null and ${reaches(tx, sql.ref("o.id"))}
      and (o.name ilike ${pattern} or o.short_name ilike ${pattern} or o.code ilike ${pattern})
    order by o.level, o.sort, o.id limit ${FOUND_LIMIT}`.execute(tx.kysely);
  return rows.map(({ path }) => path);
}

/** Compares pinyin here, because the database does not know it, and yields to other calls from time to time. */
async function soundingLike(tx: Tx, keyword: string): Promise<string[]> {
  const { rows } = await sql<{ path: string; name: string; shortName: string | null; code: string }>`
    select o.path, o.name, o.short_name as "shortName", o.code from organization o
    where o.deleted_at is null and ${reaches(tx, sql.ref("o.id"))} order by o.level, o.sort, o.id`.execute(tx.kysely);
  const typed = keyword.toLowerCase();
  const found: string[] = [];
  for (const [at, { path, name, shortName, code }] of rows.entries()) {
    if (at % NAMES_AT_ONCE === NAMES_AT_ONCE - 1) await setImmediate();
    const spelled = [shortName ?? "", code].some((text) => text.toLowerCase().includes(typed));
    if (!spelled && !match(name, typed)) continue;
    found.push(path);
    if (found.length === FOUND_LIMIT) break;
  }
  return found;
}

/** Loads nodes and counts people only for these, each by one range of the path. */
export async function nodesOf(tx: Tx, ids: readonly string[]): Promise<OrganizationNode[]> {
  const { rows } = await sql<OrganizationNode>`
    select o.id, p.id as "parentId", o.code, o.name, o.type, o.status, leader.user_name as "leaderName",
      exists (select 1 from organization c where c.parent_id = o.id and c.deleted_at is null
        and ${reaches(tx, sql.ref("c.id"))}) as "hasChildren",
      people.own as "ownPeople", people.total as "totalPeople"
    from organization o
    left join organization p on p.id = o.parent_id and p.deleted_at is null and ${reaches(tx, sql.ref("p.id"))}
    left join app_user leader on leader.id = o.leader_user_id
    cross join lateral (
      select count(distinct m.user_id) filter (where b.id = o.id)::int as own, count(distinct m.user_id)::int as total
      from organization b join membership m on m.organization_id = b.id and m.status = 'EFFECTIVE'
      where b.path >= o.path and b.path < left(o.path, -1) || '0' and ${reaches(tx, sql.ref("b.id"))}
    ) people
    where o.id = any(${ids}::uuid[]) and o.deleted_at is null and ${reaches(tx, sql.ref("o.id"))}
    order by o.level, o.sort, o.id`.execute(tx.kysely);
  return rows;
}
