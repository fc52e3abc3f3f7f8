import type { WorkCalendar, WorkWindow } from "@ops/platform/contract";
import { FormDialog, WeekGrid } from "@ops/platform/web";
import { copyHours, type StoreHours, saveHours, WEEKDAYS, weekText } from "@ops/store/contract";
import { WindowsInput } from "../WindowsInput.tsx";
import { ExceptionsInput } from "./ExceptionsInput.tsx";
import "./hours.css";

interface HoursProps {
  readonly hours: StoreHours;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks for the hours of a week and for days with hours of their own. */
export function HoursDialog({ hours, name, onClose }: HoursProps) {
  const { id, week, exceptions, followsHolidays, version } = hours;
  return (
    <FormDialog
      title={`营业时间 · ${name}`}
      width={960}
      endpoint={saveHours}
      params={{ id }}
      record={{ week, exceptions, followsHolidays, version }}
      refusals={{ STORE_HOURS_PAST: "exceptions" }}
      done="营业时间已保存"
      fields={["week", "exceptions", "followsHolidays"]}
      special={{
        week: { full: true, control: <WeekInput />, show: (value) => weekText(isWeek(value) ? value : []) },
        exceptions: { full: true, control: <ExceptionsInput />, show: () => "特殊日期" },
        followsHolidays: "法定节假日休息，调休上班日按周一的时段营业",
      }}
      onClose={onClose}
    />
  );
}

const isWeek = (value: unknown): value is WorkCalendar["week"] => Array.isArray(value);

interface WeekProps {
  readonly value?: WorkCalendar["week"];
  readonly onChange?: (week: WorkCalendar["week"]) => void;
}

/** Whole hours are drawn, minutes are typed. */
function WeekInput({ value = [], onChange }: WeekProps) {
  const set = (at: number, windows: WorkWindow[]) =>
    onChange?.(WEEKDAYS.map((_name, day) => (day === at ? windows : [...(value[day] ?? [])])));
  return (
    <>
      <WeekGrid label="每周营业时间" value={value} onChange={(week) => onChange?.(week)} />
      <div className="store-hours-typed">
        {WEEKDAYS.map((name, day) => (
          <div key={name}>
            <span>{name}</span>
            <WindowsInput label={name} value={value[day] ?? []} onChange={(windows) => set(day, windows)} />
          </div>
        ))}
      </div>
    </>
  );
}

interface CopyProps {
  readonly storeId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** 复制到其他门店. */
export function CopyHoursDialog({ storeId, name, onClose }: CopyProps) {
  return (
    <FormDialog
      kind="modal"
      title={`复制「${name}」的营业时间`}
      okText="复制"
      endpoint={copyHours}
      fixed={{ fromStoreId: storeId }}
      done="营业时间已复制"
      fields={["toStoreIds"]}
      special={{ toStoreIds: { except: storeId, hint: "目标门店的每周时段和今天起的特殊日期会被替换，最多200家" } }}
      onClose={onClose}
    />
  );
}
