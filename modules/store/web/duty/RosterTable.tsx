import { addDays } from "@ops/platform/contract";
import { actionColumns, type PageAction, PlainTable, partsOf, useAsking, useCall, useMay } from "@ops/platform/web";
import {
  type DutyMember,
  type DutyShift,
  dutyFamilies,
  editDutyMember,
  pauseDutyMember,
  resumeDutyMember,
  WEEKDAYS,
  windowsText,
} from "@ops/store/contract";
import { Select, Space, Tag, Tooltip } from "antd";
import { type CellChoice, choiceOf } from "./change-cell.ts";
import type { RosterPlan } from "./use-roster.ts";

const dialogs = partsOf(() => import("./duty-dialogs.tsx"));
const MemberDialog = dialogs.overlay("MemberDialog");
const PauseDialog = dialogs.overlay("PauseDialog");

interface Props {
  readonly plan: RosterPlan;
  readonly monday: string;
  readonly today: string;
  readonly members: readonly DutyMember[];
  readonly shifts: readonly DutyShift[];
  readonly isPlannable: boolean;
}

/** People by days. Past days are shown as they were. */
export function RosterTable({ plan, monday, today, members, shifts, isPlannable }: Props) {
  const may = useMay();
  const { actions, dialog } = useAsking(useMemberActions());
  const choices: { value: CellChoice; label: string }[] = [
    ...shifts.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
    { value: "REST", label: "休息" },
    { value: "LEAVE", label: "请假" },
    { value: "NONE", label: "未排" },
  ];
  const cells = new Map(plan.days.map((cell) => [`${cell.userId} ${cell.day}`, cell]));
  return (
    <>
      <PlainTable<DutyMember>
        rows={members}
        scroll={{ x: 960 }}
        empty="本店还没有排班人员，销售和交付岗位的人员上岗后自动加入"
        columns={[
          { title: "人员", width: 150, fixed: "left", render: (_, member) => <MemberName member={member} /> },
          ...WEEKDAYS.map((name, at) => {
            const day = addDays(monday, at);
            return {
              title: `${name} ${day.slice(5)}`,
              width: 98,
              render: (_: unknown, { userId, userName }: DutyMember) => {
                const cell = cells.get(`${userId} ${day}`);
                const select = (
                  <Select<CellChoice>
                    size="small"
                    className="duty-cell"
                    variant={cell ? "filled" : "borderless"}
                    aria-label={`${userName} ${day}`}
                    disabled={!isPlannable || day < today}
                    value={choiceOf(cell)}
                    options={choices}
                    onChange={(choice) => plan.choose({ userId, day }, choice)}
                  />
                );
                return cell?.kind === "SHIFT" ? <Tooltip title={windowsText(cell.windows)}>{select}</Tooltip> : select;
              },
            };
          }),
          ...actionColumns(actions, may),
        ]}
      />
      {dialog}
    </>
  );
}

function MemberName({ member }: { readonly member: DutyMember }) {
  const { userName, families, pausedUntil, pausedReason, isUsable } = member;
  return (
    <Space size={4} wrap>
      {userName}
      {families.map((family) => (
        <Tag key={family}>{dutyFamilies[family]}</Tag>
      ))}
      {families.length === 0 && <Tag>不参与</Tag>}
      {pausedUntil && (
        <Tooltip title={pausedReason}>
          <Tag color="orange">停派至{pausedUntil.slice(5)}</Tag>
        </Tooltip>
      )}
      {!isUsable && <Tag color="red">账号不可用</Tag>}
    </Space>
  );
}

function useMemberActions(): PageAction<DutyMember>[] {
  const resume = useCall(resumeDutyMember, { done: "已恢复派单" });
  return [
    {
      label: "设置",
      needs: editDutyMember,
      ask: (member, onClose) => <MemberDialog member={member} onClose={onClose} />,
    },
    {
      label: "停派",
      needs: pauseDutyMember,
      when: ({ pausedUntil }) => pausedUntil === null,
      ask: (member, onClose) => <PauseDialog member={member} onClose={onClose} />,
    },
    {
      label: "恢复",
      needs: resumeDutyMember,
      when: ({ pausedUntil }) => pausedUntil !== null,
      run: ({ id, version }) => resume.call({ params: { id }, body: { version } }),
    },
  ];
}
