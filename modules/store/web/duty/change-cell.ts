import type { DutyDay, DutyShift, ShiftCode } from "@ops/store/contract";

/** What may be chosen for a day: a shift, rest, leave, or nothing. */
export type CellChoice = ShiftCode | "REST" | "LEAVE" | "NONE";

export const choiceOf = (cell: DutyDay | undefined): CellChoice => {
  if (!cell) return "NONE";
  return cell.kind === "SHIFT" ? (cell.shiftCode ?? "NONE") : cell.kind;
};

/** The cells of a week after one of them was chosen; a working day has the hours of its shift. */
export function changeCell(
  days: readonly DutyDay[],
  { userId, day }: Pick<DutyDay, "userId" | "day">,
  choice: CellChoice,
  shifts: readonly DutyShift[],
): DutyDay[] {
  const others = days.filter((one) => one.userId !== userId || one.day !== day);
  if (choice === "NONE") return others;
  if (choice === "REST" || choice === "LEAVE") {
    return [...others, { userId, day, kind: choice, shiftCode: null, windows: [] }];
  }
  const windows = shifts.find(({ code }) => code === choice)?.windows ?? [];
  return [...others, { userId, day, kind: "SHIFT", shiftCode: choice, windows }];
}
