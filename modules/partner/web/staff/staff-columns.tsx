import { type certStandings, freezeSources, listStaffs, type Staff, staffAccounts } from "@ops/partner/contract";
import { columnsOf, DotText, showDay, type Tone } from "@ops/platform/web";
import { Tag, Tooltip } from "antd";
import "./staff.css";

const accountTones: Readonly<Record<keyof typeof staffAccounts, Tone>> = {
  NONE: "off",
  USABLE: "good",
  READ_ONLY: "warn",
  FROZEN: "bad",
  CLOSED: "off",
};

/** 账号 with the reasons why it cannot be used. */
export function StaffAccount({ staff }: { readonly staff: Pick<Staff, "account" | "freezeSources" | "state"> }) {
  const { account, freezeSources: sources, state } = staff;
  const reasons = account === "FROZEN" && state === "LEAVING" ? ["离职交接"] : sources.map((one) => freezeSources[one]);
  return (
    <span className="staff-account">
      <DotText tone={accountTones[account]} text={staffAccounts[account]} />
      {account === "FROZEN" && reasons.map((reason) => <Tag key={reason}>{reason}</Tag>)}
    </span>
  );
}

const certTones: Readonly<Record<keyof typeof certStandings, Tone>> = {
  VALID: "good",
  ENDING: "warn",
  EXPIRED: "bad",
  MISSING: "neutral",
  WAIVED: "off",
};
const certWords: Readonly<Record<keyof typeof certStandings, string>> = {
  VALID: "有效",
  ENDING: "即将到期",
  EXPIRED: "已过期",
  MISSING: "未取得",
  WAIVED: "已豁免",
};

export function StaffCertState({ staff }: { readonly staff: Pick<Staff, "certStanding" | "certEndsOn"> }) {
  const { certStanding, certEndsOn } = staff;
  const ends = certEndsOn && certStanding !== "MISSING" && certStanding !== "WAIVED" ? certEndsOn : null;
  return (
    <span className="staff-account">
      <DotText tone={certTones[certStanding]} text={certWords[certStanding]} />
      {ends && <small>{showDay(ends)}</small>}
    </span>
  );
}

function Roles({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <>-</>;
  const text = names.join("、");
  return (
    <Tooltip title={names.length > 1 ? text : null}>
      <span>{text}</span>
    </Tooltip>
  );
}

export function staffColumns(open: (id: string) => void) {
  return columnsOf(listStaffs, {
    staffNo: { width: 120, opens: ({ id }) => open(id) },
    name: 80,
    phone: true,
    partnerName: 130,
    storeName: 145,
    positionCode: true,
    state: true,
    account: { title: "账号", width: 174, as: (staff) => <StaffAccount staff={staff} /> },
    certStanding: { title: "认证", width: 160, as: (staff) => <StaffCertState staff={staff} /> },
    roleNames: { width: 130, as: ({ roleNames }) => <Roles names={roleNames} /> },
    lastLoginAt: true,
    joinOn: true,
    contractType: { hidden: true },
    partnerNo: { width: 100, hidden: true },
    leaveOn: { hidden: true },
    createdAt: { hidden: true },
  });
}
