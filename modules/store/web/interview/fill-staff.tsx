import { actionsOf, type DetailAction, goTo, partsOf } from "@ops/platform/web";
import {
  arrangeInterview,
  listInterviews,
  offerActs,
  STAFF_PAGE,
  type Staff,
  type StaffState,
  staffStates,
} from "@ops/store/contract";
import { addToStaff, staffPageTabs } from "../staff/staff-slots.ts";

const InterviewsTab = partsOf(() => import("./InterviewsTab.tsx")).standing("InterviewsTab");
const ArrangeDialog = partsOf(() => import("./ArrangeDialog.tsx")).overlay("ArrangeDialog");

/** 安排面试 of the round that is due. Once the interviews have begun, it is what is done next. */
const arrangeAction = (from: StaffState): DetailAction<Staff> => ({
  label: staffStates.moves.arrange.label,
  needs: arrangeInterview,
  primary: from === "INTERVIEWING",
  when: ({ state, nextRound }) => state === from && nextRound !== null,
  ask: ({ nextRound, ...staff }, onClose) =>
    nextRound && <ArrangeDialog staff={{ ...staff, nextRound }} onClose={onClose} />,
});

const actions: readonly DetailAction<Staff>[] = [
  ...staffStates.moves.arrange.from.map(arrangeAction),
  ...actionsOf(offerActs, {
    offer: {
      fields: ["entryDate"],
      start: ({ entryDate }) => (entryDate === null ? {} : { entryDate }),
      refusals: { STORE_HEADCOUNT_FULL: "entryDate", STORE_STAFF_AGE: "entryDate" },
    },
  }),
];
const mine = { label: "我的面试", needs: listInterviews, run: () => goTo(`${STAFF_PAGE}?interviews=mine`) };

/** Puts interviews into the list and the page of people. */
export function fillInterviews(): void {
  addToStaff("interview", { actions, tools: [mine] })();
  staffPageTabs.fill({
    key: "interviews",
    title: "面试记录",
    order: 2,
    needs: listInterviews,
    Body: InterviewsTab,
  })();
}
