import { actionsOf, type DetailAction, goTo, partsOf } from "@ops/platform/web";
import { arrangeInterview, listInterviews, offerActs, STAFF_PAGE, type Staff, staffStates } from "@ops/store/contract";
import { addToStaff, staffPageTabs } from "../staff/staff-slots.ts";

const InterviewsTab = partsOf(() => import("./InterviewsTab.tsx")).standing("InterviewsTab");
const ArrangeDialog = partsOf(() => import("./ArrangeDialog.tsx")).overlay("ArrangeDialog");

const actions: readonly DetailAction<Staff>[] = [
  {
    label: staffStates.moves.arrange.label,
    needs: arrangeInterview,
    when: ({ state }) => staffStates.can(state, "arrange"),
    ask: (staff, onClose) => <ArrangeDialog staff={staff} onClose={onClose} />,
  },
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
