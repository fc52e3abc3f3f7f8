import { getSignInFigures } from "@ops/authority/contract";
import { HomeCard } from "../HomeCard.tsx";
import { Loaded } from "../Loaded.tsx";
import { useWidget } from "../use-widget.ts";
import type { WidgetProps } from "../widget-props.ts";

const weekdays = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"];
const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** The number of shades of a cell. The lightest means the fewest sign-ins. */
const SHADES = 5;

/** 登录时段: a heat map that is a table, so that the numbers can be read as well as seen. */
export function SignInHoursWidget({ title }: WidgetProps) {
  const answer = useWidget(getSignInFigures, {});
  return (
    <HomeCard title={`${title}（近14天）`}>
      <Loaded of={answer} rows={6}>
        {(figures) => <HeatTable title={title} counts={figures.hours} />}
      </Loaded>
    </HomeCard>
  );
}

function HeatTable({ title, counts }: { readonly title: string; readonly counts: readonly (readonly number[])[] }) {
  const most = Math.max(1, ...counts.flat());
  const shade = (count: number) => (count === 0 ? 0 : Math.ceil((count / most) * SHADES));
  return (
    <table className="home-heat tabular" aria-label={`${title}：星期与小时`}>
      <thead>
        <tr>
          <td />
          {hours.map((hour) => (
            <th key={hour} scope="col">
              {hour}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekdays.map((weekday, at) => (
          <tr key={weekday}>
            <th scope="row">{weekday}</th>
            {hours.map((hour) => {
              const count = counts[at]?.[hour] ?? 0;
              return (
                <td key={hour} data-shade={shade(count)} title={`${weekday} ${hour}:00–${hour}:59，登录 ${count} 次`}>
                  {count > 0 && count}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
