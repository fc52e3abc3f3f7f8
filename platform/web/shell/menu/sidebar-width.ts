export const NARROW_WINDOW = 1200;
export const SIDEBAR_WIDTH = { open: 208, collapsed: 80 } as const;

interface Fold {
  collapsed: boolean;
  /** Folded by the user while the window was wide; survives a visit to a narrow window (PF-R72). */
  collapsedByHand: boolean;
}

export function foldForWidth(fold: Fold, width: number): Fold {
  return { ...fold, collapsed: width <= NARROW_WINDOW || fold.collapsedByHand };
}

export function foldByHand(fold: Fold, width: number): Fold {
  const collapsed = !fold.collapsed;
  return { collapsed, collapsedByHand: width <= NARROW_WINDOW ? fold.collapsedByHand : collapsed };
}
