/** What a standard asks for. */
export interface AskedItem {
  readonly id: string;
  readonly name: string;
  readonly side: string;
  readonly isRequired: boolean;
  /** 0: not scored. */
  readonly weight: number;
  readonly retryLimit: number;
  readonly evidenceMin: number;
}

/** What was shown for it. */
export interface ShownResult {
  readonly itemId: string;
  readonly score: number | null;
  readonly isPassed: boolean;
  readonly attempts: number;
  readonly fileIds: readonly string[];
}

interface Tried {
  readonly items: readonly AskedItem[];
  readonly results: readonly ShownResult[];
  readonly passScore: number;
}

const BEST_SCORE = 100;

const resultOf = ({ results }: Tried, { id }: AskedItem) => results.find(({ itemId }) => itemId === id);
const scoreOf = (tried: Tried, item: AskedItem): number => resultOf(tried, item)?.score ?? 0;
const asked = ({ items }: Tried) => items.filter(({ side }) => side === "UP");

/** Attempts that an item allows in all. */
export const mostAttempts = ({ retryLimit }: Pick<AskedItem, "retryLimit">): number => retryLimit + 1;

/** Σ(score × weight) ÷ Σweight over the scored items, with two decimals, half up; null if nothing is scored. */
export function certScoreOf(tried: Tried): number | null {
  const [points, weights] = pointsOf(tried);
  return weights === 0 ? null : Math.floor((200 * points + weights) / (2 * weights)) / 100;
}

function pointsOf(tried: Tried, score = (item: AskedItem) => scoreOf(tried, item)): [points: number, weights: number] {
  let [points, weights] = [0, 0];
  for (const item of asked(tried)) {
    points += item.weight * score(item);
    weights += item.weight;
  }
  return [points, weights];
}

/** Whether the results are enough for the certificate: every required item passed, and the score reached (ST-R15). */
export function isEnough(tried: Tried): boolean {
  return openItems(tried).length === 0 && isScoreReached(tried);
}

function isScoreReached(tried: Tried, score?: (item: AskedItem) => number): boolean {
  const [points, weights] = pointsOf(tried, score);
  return points >= tried.passScore * weights;
}

/** The required items that are not passed. */
function openItems(tried: Tried): AskedItem[] {
  return asked(tried).filter((item) => item.isRequired && !resultOf(tried, item)?.isPassed);
}

/** Tells whether no attempt is left that could lead to the certificate. */
export function isHopeless(tried: Tried): boolean {
  const isUsedUp = (item: AskedItem) => (resultOf(tried, item)?.attempts ?? 0) >= mostAttempts(item);
  if (openItems(tried).some(isUsedUp)) return true;
  return !isScoreReached(tried, (item) => (isUsedUp(item) ? scoreOf(tried, item) : BEST_SCORE));
}

/** The first thing that is missing before results can be reviewed: a result, or evidence for one. */
export function missingBeforeReview(tried: Tried): { readonly item: AskedItem; readonly files: number } | null {
  for (const item of asked(tried)) {
    const result = resultOf(tried, item);
    if (!result && (item.isRequired || item.weight > 0)) return { item, files: 0 };
    if (result && result.fileIds.length < item.evidenceMin) return { item, files: item.evidenceMin };
  }
  return null;
}
