import { commonErrors } from "@ops/platform/contract";
import { changeRecord, lockRecord, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type MenuMove, menuErrors } from "../../contract/index.ts";
import { bumpRights } from "../rights/bump.ts";
import { allMenus, orderTreeChanges, type PlacedRow, requireSoundTree } from "./guard.ts";
import { menus } from "./tables.ts";
import { treeVersionOf } from "./tree-version.ts";

/** Makes all moves or none, and only if the tree is still the one that the editor saw (AU-R39). */
export const sortMenus = writes(contract.sortMenus, async (tx, { body: { moves, treeVersion } }) => {
  await orderTreeChanges(tx);
  const before = await allMenus(tx);
  if (treeVersionOf(before) !== treeVersion) throw menuErrors.treeStale();
  const after = applyMoves(before, moves);
  requireSoundTree(after);
  const changed = after.filter((menu, at) => menu !== before[at]);
  for (const { id, parentKey, sort } of changed) {
    await changeRecord(tx, menus, await lockRecord(tx, menus, id, null), { parentKey, sort });
  }
  if (changed.length > 0) await bumpRights(tx, "everyone");
  return { treeVersion: treeVersionOf(after) };
});

/** The tree with the moves made, in the same order; nodes that stay are the same objects. */
function applyMoves(before: readonly PlacedRow[], moves: readonly MenuMove[]): PlacedRow[] {
  const known = new Set(before.map(({ key }) => key));
  const strange = moves.find(({ key, parentId }) => !known.has(key) || (parentId !== null && !known.has(parentId)));
  if (strange) throw commonErrors.param({ field: "菜单" });
  const byKey = new Map(moves.map((move) => [move.key, move]));
  return before.map((menu) => {
    const move = byKey.get(menu.key);
    const stays = !move || (move.parentId === menu.parentId && move.sort === menu.sort);
    return stays ? menu : { ...menu, ...move, parentKey: move.parentId };
  });
}
