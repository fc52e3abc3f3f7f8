import {
  type DutyFamily,
  type DutyMember,
  type DutyRoster,
  dutyFamilies,
  headsPerHour,
  WEEKDAYS,
} from "@ops/store/contract";
import { Segmented } from "antd";
import { useState } from "react";

interface Props {
  readonly roster: DutyRoster;
  readonly members: readonly DutyMember[];
}

const families = Object.entries(dutyFamilies).map(([value, label]) => ({ value, label }));
const isFamily = (value: unknown): value is DutyFamily => families.some((one) => one.value === value);

/** The planned heads of each hour. An hour in which the store is open and nobody is there is red. */
export function HeadsTable({ roster, members }: Props) {
  const [family, setFamily] = useState<DutyFamily>("SALES");
  const week = WEEKDAYS.map((_, at) => headsPerHour(roster, members, { family, at }));
  const hours = [...new Set(week.flat().map(({ hour }) => hour))].toSorted((a, b) => a - b);
  return (
    <div className="duty-heads">
      <div className="duty-heads-head">
        <b>每小时人数</b>
        <Segmented
          size="small"
          options={families}
          value={family}
          onChange={(value) => isFamily(value) && setFamily(value)}
        />
      </div>
      <table aria-label="每小时人数">
        <thead>
          <tr>
            <th scope="col">小时</th>
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {week.map((heads, at) => (
            <tr key={WEEKDAYS[at]}>
              <th scope="row">{WEEKDAYS[at]}</th>
              {hours.map((hour) => {
                const one = heads.find((each) => each.hour === hour);
                const isGap = one?.isOpen === true && one.heads === 0;
                return (
                  <td key={hour} className={isGap ? "duty-gap" : undefined}>
                    {one && (one.isOpen || one.heads > 0) ? one.heads : ""}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
