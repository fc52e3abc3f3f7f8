import { holdersOfCode } from "@ops/authority/server";
import { notify, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { preparePrices } from "../../contract/index.ts";
import { beginningOf, findNeighbours, refusalOf } from "./rival.ts";
import type { PriceRow } from "./tables.ts";

/** A draft, and the published price that leaves it no room. */
interface Hindered {
  readonly draft: PriceRow;
  readonly rival: PriceRow;
}

/** Notifies the authors of drafts that cannot be published any more because of these prices (VE-R7). */
export async function tellHindered(tx: Tx, published: readonly PriceRow[]): Promise<void> {
  const ids = new Set(published.map(({ id }) => id));
  const hindered: Hindered[] = [];
  for (const draft of await findDraftsBeside(tx, published)) {
    const { rival } = await findNeighbours(tx, { ...draft, effectiveFrom: beginningOf(tx, draft) });
    if (rival && ids.has(rival.id)) hindered.push({ draft, rival });
  }
  if (hindered.length === 0) return;
  // only people who prepare prices may know future ones (VE-R6)
  const editors = new Set(await holdersOfCode(tx, preparePrices.permission));
  for (const [authorId, own] of Map.groupBy(hindered, ({ draft }) => draft.createdBy)) {
    if (editors.has(authorId)) await tellAuthor(tx, authorId, own);
  }
}

/** Finds drafts for the same items that could still begin. */
async function findDraftsBeside(tx: Tx, published: readonly PriceRow[]): Promise<PriceRow[]> {
  const [configs, kinds, items] = [
    published.map(({ carConfigId }) => carConfigId),
    published.map(({ kind }) => kind),
    published.map(({ itemCode }) => itemCode),
  ];
  const { rows } = await sql<PriceRow>`select * from car_price where state = 'DRAFT'
      and (effective_from is null or effective_from >= ${tx.now})
      and (car_config_id, kind, item_code) in
        (select * from unnest(${configs}::uuid[], ${kinds}::text[], ${items}::text[]))
    order by id`.execute(tx.kysely);
  return rows;
}

async function tellAuthor(tx: Tx, authorId: string, [first, ...others]: readonly Hindered[]): Promise<void> {
  if (!first) return;
  const { message } = await refusalOf(tx, first.rival);
  await notify(tx, [authorId], {
    category: "WARNING",
    level: "WARN",
    title: "准备的价格已无法发布",
    about: `carPrice:${first.draft.id}`,
    content: `${message}。受影响的草稿${others.length + 1}个，请删除后重新准备，或撤回已发布的价格`,
    route: "/RightCenter/CarConfigMaintain?tab=prices",
  });
}
