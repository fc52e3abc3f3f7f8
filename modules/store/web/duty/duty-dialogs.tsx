import { FormDialog } from "@ops/platform/web";
import {
  copyDutyRoster,
  type DutyMember,
  type DutyShift,
  editDutyMember,
  MOST_PAUSE_DAYS,
  MOST_WEEKS_AHEAD,
  pauseDutyMember,
  saveDutyShifts,
} from "@ops/store/contract";
import { ShiftsInput } from "./ShiftsInput.tsx";

interface OfMember {
  readonly member: DutyMember;
  readonly onClose: () => void;
}

/** Families and weight of a member; a 店长 is ticked in here. */
export function MemberDialog({ member, onClose }: OfMember) {
  const { id, userName, families, weight, version } = member;
  return (
    <FormDialog
      kind="modal"
      title={`排班设置 · ${userName}`}
      endpoint={editDutyMember}
      params={{ id }}
      record={{ families, weight, version }}
      done="已保存"
      fields={["families", "weight"]}
      special={{ families: "不选则不参与排班", weight: "1 至 10，权重越高分配越多" }}
      onClose={onClose}
    />
  );
}

/** 停派. */
export function PauseDialog({ member, onClose }: OfMember) {
  const { id, userName, version } = member;
  return (
    <FormDialog
      kind="modal"
      title={`停派 · ${userName}`}
      okText="停派"
      danger
      endpoint={pauseDutyMember}
      params={{ id }}
      record={{ version }}
      refusals={{ STORE_DUTY_PAUSE: "until" }}
      done="已停派"
      fields={["until", "reason"]}
      special={{ until: `含当天，最长${MOST_PAUSE_DAYS}天，到期自动恢复` }}
      onClose={onClose}
    />
  );
}

interface OfShifts {
  readonly storeId: string;
  readonly shifts: readonly DutyShift[];
  readonly onClose: () => void;
}

/** 班次设置. */
export function ShiftsDialog({ storeId, shifts, onClose }: OfShifts) {
  return (
    <FormDialog
      title="班次设置"
      width={720}
      endpoint={saveDutyShifts}
      fixed={{ storeId }}
      record={{ shifts: [...shifts] }}
      done="班次已保存"
      fields={["shifts"]}
      special={{
        shifts: { full: true, hint: "已排好的日期保持原来的时段", control: <ShiftsInput />, show: () => "班次" },
      }}
      onClose={onClose}
    />
  );
}

interface OfWeek {
  readonly storeId: string;
  readonly monday: string;
  readonly onClose: () => void;
}

/** 复制到后{n}周. */
export function CopyRosterDialog({ storeId, monday, onClose }: OfWeek) {
  return (
    <FormDialog
      kind="modal"
      title={`复制${monday}一周的排班`}
      okText="复制"
      endpoint={copyDutyRoster}
      fixed={{ storeId, monday }}
      record={{ weeks: 1 }}
      done="排班已复制"
      fields={["weeks"]}
      special={{ weeks: `复制到后几周，1 至 ${MOST_WEEKS_AHEAD}；已有的排班会被覆盖` }}
      onClose={onClose}
    />
  );
}
