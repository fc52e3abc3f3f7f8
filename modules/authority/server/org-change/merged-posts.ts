/** A post that has not ended, in one of the two organisations that are merged. */
export interface PostSpan {
  readonly id: string;
  readonly userId: string;
  readonly positionId: string;
  readonly organizationId: string;
  readonly status: "FUTURE" | "EFFECTIVE";
  readonly startDate: string;
  readonly endDate: string | null;
  readonly isPrimary: boolean;
}

export interface MergedPosts {
  /** Posts that stay, with their new dates. */
  readonly kept: readonly PostSpan[];
  /** Posts that end because the holder has the same post already. Their grants move to the post that stays. */
  readonly folded: readonly { readonly id: string; readonly into: string }[];
}

/** Combines posts of the same person in the same position into one, from the first start to the last end (AU-R13). */
export function mergedPosts(spans: readonly PostSpan[], targetId: string): MergedPosts {
  const kept: PostSpan[] = [];
  const folded: { id: string; into: string }[] = [];
  for (const posts of Map.groupBy(spans, ({ userId, positionId }) => `${userId} ${positionId}`).values()) {
    const open = posts.toSorted((a, b) => weightOf(b, targetId) - weightOf(a, targetId));
    for (let pair = findClash(open); pair; pair = findClash(open)) {
      const [stays, goes] = pair;
      open.splice(open.indexOf(goes), 1);
      open[open.indexOf(stays)] = joinPosts(stays, goes);
      folded.push({ id: goes.id, into: stays.id });
    }
    kept.push(...open);
  }
  return { kept, folded };
}

/** Decides which of two posts stays: an effective one rather than a future one, then the one in the target. */
function weightOf({ status, organizationId }: PostSpan, targetId: string): number {
  return (status === "EFFECTIVE" ? 2 : 0) + (organizationId === targetId ? 1 : 0);
}

function findClash(open: readonly PostSpan[]): readonly [PostSpan, PostSpan] | null {
  for (const [at, one] of open.entries()) {
    const other = open.slice(at + 1).find((it) => it.status === one.status || overlap(one, it));
    if (other) return [one, other];
  }
  return null;
}

const lastDay = (day: string | null) => day ?? "9999-12-31";

function overlap(a: PostSpan, b: PostSpan): boolean {
  return a.startDate <= lastDay(b.endDate) && b.startDate <= lastDay(a.endDate);
}

function joinPosts(a: PostSpan, b: PostSpan): PostSpan {
  const startDate = a.startDate < b.startDate ? a.startDate : b.startDate;
  const endDate = lastDay(a.endDate) > lastDay(b.endDate) ? a.endDate : b.endDate;
  return { ...a, startDate, endDate, isPrimary: a.isPrimary || b.isPrimary };
}
