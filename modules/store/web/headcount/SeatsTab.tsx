import { PlainTable, useEndpoint } from "@ops/platform/web";
import { getVacancies, STEP_DAYS } from "@ops/store/contract";
import { Tag } from "antd";
import { VacancyText } from "./VacancyText.tsx";
import "./headcount.css";

/** 编制 of a store: the numbers of each position today, and where they change within 180 days (ST-R8). */
export function SeatsTab({ storeId }: { readonly storeId: string }) {
  const answer = useEndpoint(getVacancies, { query: { storeId } }, { silent: true });
  const rows = (answer.data ?? []).map(({ steps, ...position }) => ({ ...position, steps, now: steps[0] }));
  return (
    <PlainTable
      of={answer}
      rowKey="positionCode"
      rows={rows}
      empty="本店还没有编制"
      columns={[
        { title: "岗位", dataIndex: "positionName", width: 140 },
        { title: "编制", render: (_, { now }) => now?.quota, width: 72, align: "right" },
        { title: "占用", render: (_, { now }) => now?.occupied, width: 72, align: "right" },
        { title: "预占", render: (_, { now }) => now?.reserved, width: 72, align: "right" },
        {
          title: "缺编",
          render: (_, { now }) => now && <VacancyText vacancy={now.vacancy} />,
          width: 88,
          align: "right",
        },
        {
          title: `未来${STEP_DAYS}天变化`,
          render: (_, { steps }) =>
            steps.slice(1).map(({ from, quota, occupied, reserved, vacancy }) => (
              <Tag key={from} className="seat-step">
                {from.slice(5)}起 编制{quota} 占用{occupied} 预占{reserved} <VacancyText vacancy={vacancy} />
              </Tag>
            )),
        },
      ]}
    />
  );
}
