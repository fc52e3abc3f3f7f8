import { columnsOf, DotText, type Tone } from "@ops/platform/web";
import { listStaff, type Staff, staffAccounts, staffCertStates } from "@ops/store/contract";
import { Tag } from "antd";

const accountTones: Readonly<Record<keyof typeof staffAccounts, Tone>> = {
  NONE: "off",
  USABLE: "good",
  FROZEN: "bad",
  CLOSED: "off",
};

export function StaffAccount({ account }: Pick<Staff, "account">) {
  return <DotText tone={accountTones[account]} text={staffAccounts[account]} />;
}

export function staffColumns(open: (staff: Staff) => void) {
  return columnsOf(listStaff, {
    name: { width: 110, opens: open },
    staffNo: 110,
    phone: true,
    storeName: 160,
    positionName: 110,
    state: true,
    nextStep: {
      width: 150,
      as: ({ nextStep, isOutOfStep }) => (isOutOfStep ? <Tag color="error">{nextStep}</Tag> : (nextStep ?? "-")),
    },
    certState: {
      width: 150,
      as: ({ certState, certExpireOn }) => [staffCertStates[certState], certExpireOn].filter(Boolean).join(" "),
    },
    mentorName: 90,
    entryDate: true,
    account: { width: 90, as: ({ account }) => <StaffAccount account={account} /> },
    employType: { hidden: true },
    source: { hidden: true },
    leaveOn: { hidden: true },
    updatedAt: { hidden: true },
  });
}
