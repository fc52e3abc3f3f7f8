import {
  approveStaff,
  editStaff,
  freezeStaffAccount,
  handOverStaff,
  leaveStaff,
  lockStaffAccount,
  moveStaff,
  openStaffAccount,
  rehireStaff,
  rejectStaff,
  resetStaffPassword,
  type Staff,
  saveStaffCert,
  staffStates,
  unfreezeStaffAccount,
  unlockStaffAccount,
  waiveStaffCerts,
} from "@ops/partner/contract";
import { type PageAction, partsOf, sendOnce } from "@ops/platform/web";
import { HandoverDialog, LeaveDialog } from "./LeaveDialog.tsx";
import * as dialogs from "./staff-dialogs.tsx";
import { UnfreezeDialog, unfreezable } from "./UnfreezeDialog.tsx";

const EditStaffDialog = partsOf(() => import("./staff-forms.tsx")).overlay("EditStaffDialog");

const can = (move: Parameters<typeof staffStates.can>[1]) => (staff: Staff) => staffStates.can(staff.state, move);
const isIn =
  (...states: Staff["state"][]) =>
  (staff: Staff) =>
    states.includes(staff.state);
type Ask = (staff: Staff, onClose: () => void) => React.ReactNode;
const asks =
  (Dialog: (props: dialogs.StaffDialogProps) => React.ReactNode): Ask =>
  (staff, onClose) => <Dialog staff={staff} onClose={onClose} />;

const input = ({ id, version }: Staff) => ({ params: { id }, body: { version } });
const isLocked = ({ freezeSources }: Staff) => freezeSources.includes("SECURITY");

/** What can be done with somebody, in the order in which it usually is; rows and the drawer offer the same. */
export const staffActions: readonly PageAction<Staff>[] = [
  {
    label: "审核通过",
    needs: approveStaff,
    when: can("approve"),
    confirm: ({ name }) => `确定通过「${name}」的录入申请？`,
    run: (staff) => sendOnce(approveStaff, input(staff), "审核通过！"),
  },
  { label: "驳回", needs: rejectStaff, danger: true, when: can("reject"), ask: asks(dialogs.RejectDialog) },
  {
    label: "编辑",
    needs: editStaff,
    when: isIn("REVIEW", "REJECTED", "TRAINING", "ACTIVE"),
    ask: asks(EditStaffDialog),
  },
  {
    label: "登记认证",
    needs: saveStaffCert,
    when: isIn("REVIEW", "TRAINING", "ACTIVE"),
    ask: asks((props) => <dialogs.CertDialog {...props} />),
  },
  {
    label: "开通",
    needs: openStaffAccount,
    when: can("certify"),
    confirm: ({ name }) => `确定为「${name}」开通账号？`,
    run: (staff) => sendOnce(openStaffAccount, input(staff), "账号已开通，初始密码将以短信发送！"),
  },
  { label: "豁免认证", needs: waiveStaffCerts, when: can("certify"), ask: asks(dialogs.WaiveDialog) },
  { label: "重置密码", needs: resetStaffPassword, when: isIn("ACTIVE"), ask: asks(dialogs.ResetDialog) },
  {
    label: "冻结",
    needs: freezeStaffAccount,
    danger: true,
    when: (staff) => staff.state === "ACTIVE" && !staff.freezeSources.includes("MANUAL"),
    ask: asks(dialogs.FreezeDialog),
  },
  {
    label: "解冻",
    needs: unfreezeStaffAccount,
    when: (staff) => staff.state === "ACTIVE" && unfreezable(staff).length > 0,
    ask: asks(UnfreezeDialog),
  },
  {
    label: "安全冻结",
    needs: lockStaffAccount,
    danger: true,
    when: (staff) => staff.state === "ACTIVE" && !isLocked(staff),
    ask: asks(dialogs.LockDialog),
  },
  {
    label: "安全解冻",
    needs: unlockStaffAccount,
    when: (staff) => staff.state === "ACTIVE" && isLocked(staff),
    ask: asks(dialogs.UnlockDialog),
  },
  { label: "调店", needs: moveStaff, when: can("move"), ask: asks(dialogs.MoveDialog) },
  { label: "交接", needs: handOverStaff, when: isIn("ACTIVE", "LEAVING"), ask: asks(HandoverDialog) },
  { label: "离职", needs: leaveStaff, danger: true, when: can("startLeave"), ask: asks(LeaveDialog) },
  { label: "复职", needs: rehireStaff, when: can("rehire"), ask: asks(dialogs.RehireDialog) },
];
