import { actsOf, stateMachine, version, type WorkCalendar } from "@ops/platform/contract";
import { BoardView, type FreeMove, freeMoves, ScanInput, WeekGrid } from "@ops/platform/web";
import { Button } from "antd";
import { useState } from "react";
import { z } from "zod";

const openDay = [{ from: "09:00", until: "18:00" }];

export function WeekStory() {
  const [week, setWeek] = useState<WorkCalendar["week"]>([openDay, openDay, openDay, openDay, openDay, [], []]);
  const [isOpen, setIsOpen] = useState(true);
  const told = week.map((windows) => windows.map(({ from, until }) => `${from}–${until}`).join("、") || "休");
  return (
    <>
      {isOpen && <WeekGrid label="营业时段" value={week} onChange={setWeek} />}
      <p role="status">{told.join("；")}</p>
      <Button size="small" onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? "收起时段" : "展开时段"}
      </Button>
    </>
  );
}

const cars = new Map([
  ["LVSHFFAC0NF000001", "甲型 珍珠白"],
  ["LVSHFFAC0NF000002", "乙型 天青蓝"],
]);

export function ScanStory() {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const nameCodes = async (asked: readonly string[]) =>
    new Map(
      asked.flatMap((code) => {
        const name = cars.get(code);
        return name ? [[code, name] as const] : [];
      }),
    );
  return (
    <>
      <ScanInput label="车架号" most={4} nameCodes={nameCodes} onChange={setCodes} />
      <p>
        已选 <output aria-label="已选车架号">{codes.length}</output> 辆
      </p>
    </>
  );
}

const machine = stateMachine({
  code: "VISIT",
  entity: "到访",
  initial: "WAITING",
  states: { WAITING: "待接待", SERVED: "接待中", DONE: "已完成", LOST: "已流失" },
  moves: {
    serve: { label: "开始接待", from: ["WAITING"], to: "SERVED" },
    finish: { label: "完成", from: ["SERVED"], to: "DONE" },
    lose: { label: "流失", from: ["WAITING", "SERVED"], to: "LOST" },
  },
});
const Visit = z.object({ id: z.string(), name: z.string(), state: machine.schema, version });
type Visit = z.output<typeof Visit>;

const act = { permission: "clue:visit:edit", audit: "接待" } as const;
const visitActs = actsOf(
  machine,
  { path: "/clue/v1/visits", answer: Visit, number: "name" },
  { serve: act, finish: act, lose: { ...act, reason: true } },
);

const visits: readonly Visit[] = [
  { id: "1", name: "周先生", state: "WAITING", version: 1 },
  { id: "2", name: "林女士", state: "WAITING", version: 1 },
  { id: "3", name: "吴先生", state: "SERVED", version: 1 },
  { id: "4", name: "郑女士", state: "DONE", version: 1 },
];

export function BoardStory() {
  const [rows, setRows] = useState(visits);
  const counts = Object.fromEntries(
    Object.keys(machine.states).map((state) => [state, rows.filter((row) => row.state === state).length]),
  );
  const move = (moved: Visit, { to }: FreeMove<Visit["state"]>) =>
    setRows(rows.map((row) => (row === moved ? { ...row, state: to } : row)));
  return (
    <BoardView
      label="到访看板"
      states={machine.states}
      rows={rows}
      counts={{ WAITING: 0, SERVED: 0, LOST: 0, ...counts, DONE: (counts["DONE"] ?? 0) + 12 }}
      keyOf={({ id }) => id}
      titleOf={({ name }) => name}
      stateOf={({ state }) => state}
      card={({ name }) => name}
      movesOf={(row) => freeMoves(visitActs, row, () => true)}
      onMove={move}
    />
  );
}
