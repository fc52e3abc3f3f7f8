import { PlainTable, tableColumnsOf, useEndpoint, useOpened } from "@ops/platform/web";
import { Interview, listInterviews } from "@ops/store/contract";

type Filters = { readonly staffId: string } | { readonly isMine: "1" };

/** Interviews by time; each opens with its feedback. */
export function InterviewTable({ filters }: { readonly filters: Filters }) {
  const { open } = useOpened("interview");
  const query = { ...filters, pageSize: 100, sortBy: "startAt", sortOrder: "desc" } as const;
  const asked = useEndpoint(listInterviews, { query }, { silent: true });
  return (
    <PlainTable
      rows={asked.data?.list}
      of={asked}
      empty="还没有面试"
      columns={tableColumnsOf(Interview, {
        staffName: "staffId" in filters ? null : true,
        round: {
          title: "轮次",
          as: ({ id, round }) => (
            <button type="button" className="text-button" onClick={() => open(id)}>
              {round.name}
            </button>
          ),
        },
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
