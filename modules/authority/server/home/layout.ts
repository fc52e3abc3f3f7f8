import { type AnswerFrom, commonErrors, wireTime } from "@ops/platform/contract";
import { changeRecord, insertRecord, lockRecord, reads, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type HomeWidgetKey, homeWidgets, standardHome } from "../../contract/index.ts";
import { db } from "../database.ts";
import { positions } from "../position/tables.ts";
import { effectivePosts } from "../rights/posts.ts";
import { homeLayouts } from "./tables.ts";

type Layout = AnswerFrom<typeof contract.getHomeWidgets>;

export const getHomeWidgets = reads(contract.getHomeWidgets, async (tx) => presented(tx, await ownRow(tx)));

/** Own arrangement, one row per person; two windows that save at once are told like any other conflict. */
export const saveHomeLayout = writes(contract.saveHomeLayout, async (tx, { body }) => {
  const { version, ...changes } = body;
  const { userId } = tx.actor;
  // before the first save there is no row of its own to lock
  await db(tx).selectFrom("appUser").select("id").where("id", "=", userId).forUpdate().execute();
  const row = await ownRow(tx);
  if ((row?.version ?? 0) !== version) {
    const at = row ?? { updatedAt: tx.now };
    const values = { name: tx.actor.name, time: wireTime(at.updatedAt) };
    throw commonErrors.versionConflict(values, await presented(tx, row));
  }
  const saved = row
    ? await changeRecord(tx, homeLayouts, row, changes)
    : await insertRecord(tx, homeLayouts, { userId, ...changes });
  return presented(tx, saved);
});

export const setPositionHome = writes(contract.setPositionHome, async (tx, { params: { id }, body }) => {
  const position = await lockRecord(tx, positions, id, body.version, async (_tx, { homeWidgets: widgets, version }) => {
    return { widgets, version };
  });
  const changed = await changeRecord(tx, positions, position, { homeWidgets: body.widgets });
  return { widgets: body.widgets, version: changed.version };
});

function ownRow(tx: Tx) {
  return db(tx).selectFrom("homeLayout").selectAll().where("userId", "=", tx.actor.userId).executeTakeFirst();
}

interface Arranged {
  readonly widgets: readonly string[] | null;
  readonly pinned: readonly string[] | null;
  readonly version: number;
}

async function presented(tx: Tx, row: Arranged | undefined): Promise<Layout> {
  const offered = standardHome.filter((key) => isOffered(tx, key));
  const wanted = row?.widgets ?? (await positionDefault(tx)) ?? standardHome;
  return {
    placed: wanted.flatMap((name) => offered.find((key) => key === name) ?? []),
    offered,
    isOwn: row?.widgets != null,
    pinned: row?.pinned ? [...row.pinned] : null,
    version: row?.version ?? 0,
  };
}

/** Of the active posts, the highest position that has a home page of its own. */
async function positionDefault(tx: Tx): Promise<readonly string[] | null> {
  const posts = (await effectivePosts(tx, tx.actor.userId)).filter(({ organizationId }) =>
    tx.actor.organizationIds.includes(organizationId),
  );
  if (posts.length === 0) return null;
  const found = await db(tx)
    .selectFrom("position as p")
    .innerJoin("membership as m", "m.positionId", "p.id")
    .select("p.homeWidgets")
    .where(
      "m.id",
      "in",
      posts.map(({ membershipId }) => membershipId),
    )
    .where("p.homeWidgets", "is not", null)
    .orderBy("p.rank", "desc")
    .orderBy("p.id")
    .limit(1)
    .executeTakeFirst();
  return found?.homeWidgets ?? null;
}

function isOffered(tx: Tx, key: HomeWidgetKey): boolean {
  const { needs } = homeWidgets[key];
  return needs === undefined || needs.some((code) => tx.actor.can(code));
}
