import type { AuthorityTestApp, TestClient } from "@ops/authority/server/testing";
import * as contract from "../../contract/index.ts";
import { givenInterview, givenQuota, givenStore, givenStorePositions, givenStoreStaff, inHours } from "../testing.ts";

const CODES = [
  ...["list", "view", "arrange", "feedback", "decide"].map((act) => `store:interview:${act}`),
  ...["view", "offer", "reject"].map((act) => `store:staff:${act}`),
];

/** Interviewers, candidates and interviews, for the tests of interviews. */
export function interviewStory(app: AuthorityTestApp) {
  const hq = () => app.signIn({ permissions: CODES });
  /** An interviewer from elsewhere, who sees nothing of the store. */
  const interviewer = (userName: string) => app.signIn({ permissions: CODES, scope: "ORG", userName });

  async function givenCandidate(quota = 5) {
    const { id: storeId } = await givenStore(app);
    await givenStorePositions(app);
    await givenQuota(app, storeId, quota);
    return givenStoreStaff(app, { storeId, state: "CANDIDATE" });
  }

  const planOf = (people: string[], hours = 2) => ({
    roundNo: 1,
    mode: "ON_SITE" as const,
    startAt: inHours(app, hours),
    endAt: inHours(app, hours + 1),
    place: "二楼会议室",
    interviewerIds: people,
    chairUserId: people[0] ?? "",
  });
  const ratingOf = (score: number, verdict: "PASS" | "HOLD" | "FAIL" = "PASS") => ({
    items: [{ dimension: "综合评价", score }],
    verdict,
    comment: "表达清晰，熟悉产品，建议录用",
  });
  const rate = (by: TestClient, { id, version }: { id: string; version: number }, body: ReturnType<typeof ratingOf>) =>
    by.call(contract.rateInterview, { params: { id }, body: { ...body, version } });
  /** Makes an interview of two that has begun. */
  async function givenBegun(verdicts: { passScore?: number } = {}) {
    const [chair, other] = [await interviewer("主面"), await interviewer("副面")];
    const staff = await givenStoreStaff(app, { state: "INTERVIEWING" });
    const dimensions = [{ name: "综合评价", weight: 100 }];
    const interview = await givenInterview(app, {
      staff,
      state: "TO_RATE",
      chairUserId: chair.user.id,
      interviewerIds: [chair.user.id, other.user.id],
      round: { name: "初试", dimensions, passScore: 3.5, ...verdicts },
    });
    return { chair, other, interview, staff };
  }
  return { hq, interviewer, givenCandidate, planOf, ratingOf, rate, givenBegun };
}
