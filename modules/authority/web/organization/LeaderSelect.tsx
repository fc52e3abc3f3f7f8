import { listLeaderCandidates } from "@ops/authority/contract";
import type { AnswerOf } from "@ops/platform/contract";
import { type ChoiceControl, type ChoicesControl, SearchSelect, SearchSelectMany } from "@ops/platform/web";

type Candidate = AnswerOf<typeof listLeaderCandidates>[number];

interface About {
  readonly organizationId: string;
  /** The people who are chosen already, with their names. */
  readonly known: readonly { value: string; label: string }[];
}

/** Chooses among people with a post here or above, by name or staff number. */
export function LeaderSelect({ organizationId, ...rest }: About & ChoiceControl) {
  return <SearchSelect {...questionOf(organizationId)} {...rest} />;
}

export function DeputySelect({ organizationId, ...rest }: About & ChoicesControl) {
  return <SearchSelectMany {...questionOf(organizationId)} {...rest} />;
}

const questionOf = (id: string) => ({
  endpoint: listLeaderCandidates,
  inputOf: (query: { keyword?: string }) => ({ params: { id }, query }),
  optionOf: ({ userId, userName, post }: Candidate) => ({ value: userId, label: userName, detail: post }),
  nothing: "没有符合的在任人员",
});
