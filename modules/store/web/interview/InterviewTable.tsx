import { columnsOf, PagedTable, useOpened, usePaged } from "@ops/platform/web";
import { listInterviews } from "@ops/store/contract";

type Filters = { readonly staffId: string } | { readonly isMine: "1" };

/** Interviews, the latest first; each opens with its feedback. */
export function InterviewTable({ filters }: { readonly filters: Filters }) {
  const { open } = useOpened("interview");
  const paged = usePaged(listInterviews, { filters });
  return (
    <PagedTable
      of={paged}
      empty="还没有面试"
      unit="场"
      columns={columnsOf(listInterviews, {
        staffName: "staffId" in filters ? null : true,
        round: { title: "轮次", as: ({ round }) => round.name, opens: ({ id }) => open(id) },
        startAt: true,
        mode: true,
        interviewerNames: true,
        ratedCount: { as: ({ ratedCount, interviewerIds }) => `${ratedCount}/${interviewerIds.length}` },
        avgScore: { as: ({ avgScore }) => avgScore?.toFixed(2) ?? "-" },
        state: true,
      })}
    />
  );
}
