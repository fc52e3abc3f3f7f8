import { type AnswerFrom, BusinessError, commonErrors, wireTime } from "@ops/platform/contract";
import { changeRecord, insertRecord, lockRecord, reads, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { ownWidgets, standardHome } from "../../contract/index.ts";
import { db } from "../database.ts";
import { positions } from "../position/tables.ts";
import { effectivePosts } from "../rights/posts.ts";
import { homeLayouts } from "./tables.ts";

type Layout = AnswerFrom<typeof contract.getHomeWidgets>;

export const getHomeWidgets = reads(contract.getHomeWidgets, async (tx) => presentLayout(tx, await ownRow(tx)));

/** Own arrangement, one row per person; two windows that save at once are told like any other conflict. */
export const saveHomeLayout = writes(contract.saveHomeLayout, async (tx, { body }) => {
  checkKnown(tx, body.widgets);
  const { version, ...changes } = body;
  const { userId } = tx.actor;
  // before the first save there is no row of its own to lock
  await db(tx).selectFrom("appUser").select("id").where("id", "=", userId).forUpdate().execute();
  const row = await ownRow(tx);
  if ((row?.version ?? 0) !== version) {
    const at = row ?? { updatedAt: tx.now };
    const values = { name: tx.actor.name, time: wireTime(at.updatedAt) };
    throw commonErrors.versionConflict(values, await presentLayout(tx, row));
  }
  const saved = row
    ? await changeRecord(tx, homeLayouts, row, changes)
    : await insertRecord(tx, homeLayouts, { userId, ...changes });
  return presentLayout(tx, saved);
});

export const setPositionHome = writes(contract.setPositionHome, async (tx, { params: { id }, body }) => {
  checkKnown(tx, body.widgets);
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

async function presentLayout(tx: Tx, row: Arranged | undefined): Promise<Layout> {
  const offered = widgetsOf(tx).flatMap(({ key, needs }) =>
    needs === undefined || needs.some((code) => tx.actor.can(code)) ? [key] : [],
  );
  const wanted = row?.widgets ?? (await positionDefault(tx)) ?? offered;
  return {
    placed: wanted.filter((key) => offered.includes(key)),
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

/** All that there are: the own ones in the order in which everybody is shown them, then those of other modules. */
function widgetsOf(tx: Tx): readonly { readonly key: string; readonly needs?: readonly string[] }[] {
  return [...standardHome.map((key) => ({ key, ...ownWidgets[key] })), ...tx.homeWidgets];
}

function checkKnown(tx: Tx, keys: readonly string[] | null): void {
  const known = new Set(widgetsOf(tx).map(({ key }) => key));
  if (keys?.every((key) => known.has(key)) ?? true) return;
  throw new BusinessError(commonErrors.param({ field: "widgets" }).msgCode, "组件不存在", { field: "widgets" });
}
