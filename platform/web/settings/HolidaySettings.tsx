import {
  createHoliday,
  dayKinds,
  dayOf,
  editHoliday,
  type Holiday,
  holidayImport,
  listHolidays,
  listHolidayYears,
  removeHoliday,
  weekdayOf,
} from "@ops/platform/contract";
import { Button, Select } from "antd";
import { useState } from "react";
import { serverNow } from "../call/server-clock.ts";
import { useEndpoint } from "../call/use-query.ts";
import { useDialog } from "../dialog/use-dialog.ts";
import { DotText } from "../dict/StateTag.tsx";
import { ImportButton } from "../excel/ImportButton.tsx";
import { choicesOf } from "../form/input/choices.ts";
import { RecordForm } from "../form/RecordForm.tsx";
import { removeAction } from "../list/action/remove-action.ts";
import { columnsOf } from "../list/column/columns-of.ts";
import { PagedTable } from "../list/PagedTable.tsx";
import { usePaged } from "../list/use-paged.ts";
import { useMay } from "../session/use-session.ts";

const WEEK = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"];
/** The last year, this one, the next, and all that have entries. */
function useYears(thisYear: number) {
  const { data = [] } = useEndpoint(listHolidayYears, {});
  const years = new Set([thisYear - 1, thisYear, thisYear + 1].concat(data));
  return [...years].toSorted((a, b) => a - b).map((one) => ({ value: one, label: `${one}年` }));
}

const removeHolidayAction = removeAction({
  endpoint: removeHoliday,
  question: ({ day, name }: Holiday) => `确认删除${day}（${name}）？此后按星期判断是否上班。`,
});

/** 节假日: days that are not what their place in the week tells. */
export function HolidaySettings() {
  const may = useMay();
  const thisYear = Number(dayOf(serverNow()).slice(0, 4));
  const [year, setYear] = useState(thisYear);
  const years = useYears(thisYear);
  const [kind, setKind] = useState<string>();
  const creating = useDialog<true>();
  const holidays = usePaged(listHolidays, { filters: { year: String(year), kind }, pageSize: 20 });
  return (
    <div className="settings-list">
      <header>
        <Select aria-label="年份" options={years} value={year} onChange={setYear} />
        <Select
          allowClear
          placeholder="全部类型"
          aria-label="类型"
          options={choicesOf(dayKinds)}
          value={kind}
          onChange={setKind}
        />
        <span className="settings-hint settings-aside">未登记的日期按周一至周五上班</span>
        <ImportButton kind={holidayImport} />
        {may(createHoliday) && (
          <Button type="primary" onClick={() => creating.open(true)}>
            新增节假日
          </Button>
        )}
      </header>
      <PagedTable
        of={holidays}
        columns={columnsOf(listHolidays, {
          day: { width: 200, as: ({ day }) => `${day} ${WEEK[weekdayOf(day)]}` },
          kind: {
            width: 140,
            as: ({ kind: one }) => <DotText tone={one === "REST" ? "good" : "warn"} text={dayKinds[one]} />,
          },
          name: {},
        })}
        rowActions={[
          {
            label: "编辑",
            needs: editHoliday,
            ask: (holiday, close) => <HolidayForm holiday={holiday} onClose={close} />,
          },
          removeHolidayAction,
        ]}
        empty={`${year}年还没有登记节假日`}
        unit="天"
      />
      {creating.value && <HolidayForm holiday={null} onClose={creating.close} />}
    </div>
  );
}

function HolidayForm({ holiday, onClose }: { readonly holiday: Holiday | null; readonly onClose: () => void }) {
  return (
    <RecordForm
      entity="节假日"
      create={createHoliday}
      edit={editHoliday}
      record={holiday}
      name={holiday?.day}
      kind="modal"
      start={{ kind: "REST" }}
      fields={["day", "kind", "name"]}
      special={{ kind: "调休上班只用于周六、周日", name: "如：国庆节、国庆节调休" }}
      onClose={onClose}
    />
  );
}
