import {
  type certStandings,
  freezeSources,
  type listStaffs,
  type Staff,
  staffAccounts,
  unmaskStaff,
} from "@ops/partner/contract";
import { type Column, DotText, showDay, type Tone, Unmask } from "@ops/platform/web";
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

export function StaffPhone({ staff: { id, phone } }: { readonly staff: Pick<Staff, "id" | "phone"> }) {
  return <Unmask of={unmaskStaff} id={id} field="phone" masked={phone} />;
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

export function staffColumns(open: (id: string) => void): readonly Column<typeof listStaffs>[] {
  return [
    {
      show: "staffNo",
      width: 120,
      as: ({ id, staffNo }) => (
        <button type="button" className="text-button" onClick={() => open(id)}>
          {staffNo}
        </button>
      ),
    },
    { show: "name", width: 80 },
    { show: "phone", width: 140, as: (staff) => <StaffPhone staff={staff} /> },
    { show: "partnerName", width: 130 },
    { show: "storeName", width: 145 },
    { show: "positionCode", width: 85 },
    { show: "state", width: 88 },
    { title: "账号", show: "account", width: 174, as: (staff) => <StaffAccount staff={staff} /> },
    { title: "认证", show: "certStanding", width: 160, as: (staff) => <StaffCertState staff={staff} /> },
    { show: "roleNames", width: 130, as: ({ roleNames }) => <Roles names={roleNames} /> },
    { show: "lastLoginAt", width: 155 },
    { show: "joinOn", width: 105 },
    { show: "contractType", width: 80, hidden: true },
    { show: "partnerNo", width: 100, hidden: true },
    { show: "leaveOn", width: 105, hidden: true },
    { show: "createdAt", width: 155, hidden: true },
  ];
}
