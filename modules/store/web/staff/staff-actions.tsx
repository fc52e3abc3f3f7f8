import { actionsOf, type DetailAction, goTo, partsOf, ReasonDialog } from "@ops/platform/web";
import {
  editStaff,
  isHiring,
  isWorking,
  rehireStaff,
  resetStaffPassword,
  type Staff,
  StaffFormPage,
  staffActs,
  staffStates,
} from "@ops/store/contract";
import { addedStaffActions } from "./staff-slots.ts";

const OnboardDialog = partsOf(() => import("./OnboardDialog.tsx")).overlay("OnboardDialog");

const openForm =
  (mode: "edit" | "rehire") =>
  ({ id }: Staff) =>
    goTo(StaffFormPage.addressOf({ mode, id }));

const acts = actionsOf(
  staffActs,
  {
    directEntry: {
      fields: ["entryDate", "reason"],
      start: ({ entryDate }) => (entryDate === null ? {} : { entryDate }),
      refusals: { STORE_HEADCOUNT_FULL: "entryDate", STORE_STAFF_AGE: "entryDate" },
    },
    onboard: (staff, onClose) => <OnboardDialog staff={staff} onClose={onClose} />,
  },
  [
    {
      before: "reject",
      label: "编辑",
      needs: editStaff,
      when: ({ state }) => isHiring(state) || isWorking(state),
      run: openForm("edit"),
    },
    {
      before: "reject",
      label: "重置密码",
      needs: resetStaffPassword,
      when: ({ account }) => account === "USABLE",
      ask: ({ id, name, version }, onClose) => (
        <ReasonDialog
          endpoint={resetStaffPassword}
          params={{ id }}
          version={version}
          title={`重置密码 · ${name}`}
          consequence="原密码立即失效，新的初始密码将以短信发送到本人手机。"
          okText="重置"
          done="已重置，密码将以短信发送！"
          onClose={onClose}
        />
      ),
    },
    {
      label: staffStates.moves.rehire.label,
      needs: rehireStaff,
      when: ({ state }) => staffStates.can(state, "rehire"),
      run: openForm("rehire"),
    },
  ],
);

/** The actions on a person in their usual order. Rows and page offer the same. */
export const staffActions = (): readonly DetailAction<Staff>[] => [...acts, ...addedStaffActions()];
