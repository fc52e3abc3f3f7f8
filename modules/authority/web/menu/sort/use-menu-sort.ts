import { getMenuTree, inMenuOrder, type MenuMove, sortMenus } from "@ops/authority/contract";
import type { AnswerOf } from "@ops/platform/contract";
import { CallFailure, feedback, queryClient, queryKeyOf, useCall } from "@ops/platform/web";
import { tellUndo } from "../UndoNotice.tsx";
import { type MenuTarget, movedBy, movesBack, movesTo, refusalOf } from "./menu-moves.ts";

export type MenuTree = AnswerOf<typeof getMenuTree>;
const treeKey = queryKeyOf(getMenuTree, {});

/** Moves a node, and offers to undo this for ten seconds (AU-R39). */
export function useMenuSort(): { move: (tree: MenuTree, key: string, target: MenuTarget) => void; pending: boolean } {
  const sort = useCall(sortMenus);

  async function send(tree: MenuTree, moves: readonly MenuMove[]): Promise<MenuTree | null> {
    try {
      const { treeVersion } = tree;
      const { success, data } = await sort.call({ body: { moves: [...moves], treeVersion } });
      if (!success) return null;
      const next = { treeVersion: data.treeVersion, nodes: inMenuOrder(movedBy(tree.nodes, moves)) };
      queryClient.setQueryData(treeKey, next);
      return next;
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown; // a failed call has already shown its error
      return null;
    } finally {
      // the versions of the nodes have changed, and after a refusal the tree of somebody else must be shown
      void queryClient.invalidateQueries({ queryKey: treeKey });
    }
  }

  async function move(tree: MenuTree, key: string, target: MenuTarget): Promise<void> {
    const moves = movesTo(tree.nodes, key, target);
    if (moves.length === 0 || sort.pending) return;
    const refusal = refusalOf(tree.nodes, moves);
    if (refusal) return void feedback.message.warning({ content: refusal, key: "menu-sort" });
    const next = await send(tree, moves);
    if (next) tellUndo("菜单顺序已调整", () => void send(next, movesBack(tree.nodes, moves)));
  }

  return { move: (tree, key, target) => void move(tree, key, target), pending: sort.pending };
}
