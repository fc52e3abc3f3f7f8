import {
  editStaff,
  handOverStaff,
  leaveStaff,
  type Staff,
  saveStaffCert,
  staffActs,
  staffStates,
  unfreezeStaffAccount,
  waiveStaffCerts,
} from "@ops/partner/contract";
import { actionsOf, partsOf } from "@ops/platform/web";
import type { StaffDialogProps } from "./staff-dialogs.tsx";
import { unfreezable } from "./staff-freezing.ts";

const dialogs = partsOf(() => import("./staff-dialogs.tsx"));
const leaving = partsOf(() => import("./LeaveDialog.tsx"));
const StaffForm = partsOf(() => import("./staff-forms.tsx")).overlay("StaffForm");
const UnfreezeDialog = partsOf(() => import("./UnfreezeDialog.tsx")).overlay("UnfreezeDialog");

const isIn =
  (...states: Staff["state"][]) =>
  (staff: Staff) =>
    states.includes(staff.state);
const asks = (Dialog: (props: StaffDialogProps) => React.ReactNode) => (staff: Staff, onClose: () => void) => (
  <Dialog staff={staff} onClose={onClose} />
);

/** The actions on a person in their usual order. Rows and drawer offer the same. */
export const staffActions = actionsOf(
  staffActs,
  { move: asks(dialogs.overlay("MoveDialog")), rehire: asks(dialogs.overlay("RehireDialog")) },
  [
    {
      before: "openAccount",
      label: "编辑",
      needs: editStaff,
      when: isIn("REVIEW", "REJECTED", "TRAINING", "ACTIVE"),
      ask: asks(StaffForm),
    },
    {
      before: "openAccount",
      label: "登记认证",
      needs: saveStaffCert,
      when: isIn("REVIEW", "TRAINING", "ACTIVE"),
      ask: asks(dialogs.overlay("CertDialog")),
    },
    {
      before: "resetPassword",
      label: "豁免认证",
      needs: waiveStaffCerts,
      when: ({ state }) => staffStates.can(state, "certify"),
      ask: asks(dialogs.overlay("WaiveDialog")),
    },
    {
      before: "securityFreeze",
      move: "unfreeze",
      needs: unfreezeStaffAccount,
      when: (staff) => unfreezable(staff).length > 0,
      ask: asks(UnfreezeDialog),
    },
    {
      before: "rehire",
      label: "交接",
      needs: handOverStaff,
      when: isIn("ACTIVE", "LEAVING"),
      ask: asks(leaving.overlay("HandoverDialog")),
    },
    {
      before: "rehire",
      label: "离职",
      danger: true,
      needs: leaveStaff,
      when: ({ state }) => staffStates.can(state, "startLeave"),
      ask: asks(leaving.overlay("LeaveDialog")),
    },
  ],
);
