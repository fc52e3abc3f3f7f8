import { type DetailAction, goTo, partsOf } from "@ops/platform/web";
import { createMovement, listMovements, STAFF_PAGE, type Staff, staffStates } from "@ops/store/contract";
import { addToStaff, staffPageTabs } from "../staff/staff-slots.ts";

const MoveDialog = partsOf(() => import("./MoveDialog.tsx")).overlay("MoveDialog");
const LeaveDialog = partsOf(() => import("./LeaveDialog.tsx")).overlay("LeaveDialog");
const MovementsTab = partsOf(() => import("./MovementsTab.tsx")).standing("MovementsTab");

const actions: readonly DetailAction<Staff>[] = [
  {
    label: staffStates.moves.startMove.label,
    needs: createMovement,
    when: ({ state }) => staffStates.can(state, "startMove"),
    ask: (staff, onClose) => <MoveDialog staff={staff} onClose={onClose} />,
  },
  {
    label: staffStates.moves.startLeave.label,
    needs: createMovement,
    danger: true,
    when: ({ state }) => staffStates.can(state, "startLeave"),
    ask: (staff, onClose) => <LeaveDialog staff={staff} onClose={onClose} />,
  },
];
const list = { label: "异动单", needs: listMovements, run: () => goTo(`${STAFF_PAGE}?storeMovements=all`) };

/** Puts transfers and leaving into the list and the page of people. */
export function fillStaff(): void {
  addToStaff("movement", { actions, tools: [list] })();
  staffPageTabs.fill({
    key: "movements",
    title: "异动与交接",
    order: 10,
    needs: listMovements,
    Body: MovementsTab,
  })();
}
