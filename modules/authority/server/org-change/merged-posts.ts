/** A post that has not ended, in one of two organisations that become one. */
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
  /** What stays, with the days it has from now on. */
  readonly kept: readonly PostSpan[];
  /** What its holder has already: ends, and its grants go to the one that stays. */
  readonly folded: readonly { readonly id: string; readonly into: string }[];
}

/** The same person in the same position, in both organisations or twice: one post that lasts as long as either (AU-R13). */
export function mergedPosts(spans: readonly PostSpan[], targetId: string): MergedPosts {
  const kept: PostSpan[] = [];
  const folded: { id: string; into: string }[] = [];
  for (const posts of Map.groupBy(spans, ({ userId, positionId }) => `${userId} ${positionId}`).values()) {
    const open = posts.toSorted((a, b) => weightOf(b, targetId) - weightOf(a, targetId));
    for (let pair = clash(open); pair; pair = clash(open)) {
      const [stays, goes] = pair;
      open.splice(open.indexOf(goes), 1);
      open[open.indexOf(stays)] = joined(stays, goes);
      folded.push({ id: goes.id, into: stays.id });
    }
    kept.push(...open);
  }
  return { kept, folded };
}

/** In force before what lies ahead; where it stays before where it goes. */
function weightOf({ status, organizationId }: PostSpan, targetId: string): number {
  return (status === "EFFECTIVE" ? 2 : 0) + (organizationId === targetId ? 1 : 0);
}

function clash(open: readonly PostSpan[]): readonly [PostSpan, PostSpan] | null {
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

function joined(a: PostSpan, b: PostSpan): PostSpan {
  const startDate = a.startDate < b.startDate ? a.startDate : b.startDate;
  const endDate = lastDay(a.endDate) > lastDay(b.endDate) ? a.endDate : b.endDate;
  return { ...a, startDate, endDate, isPrimary: a.isPrimary || b.isPrimary };
}
