import { useCall, useUnsaved } from "@ops/platform/web";
import { type DutyDay, type DutyRoster, type DutyShift, saveDutyRoster } from "@ops/store/contract";
import { useState } from "react";
import { type CellChoice, changeCell } from "./change-cell.ts";

interface Asked {
  readonly roster: DutyRoster | undefined;
  readonly shifts: readonly DutyShift[];
}

/** The week that is being planned: its cells as they are typed, until they are saved. */
export interface RosterPlan {
  readonly days: DutyDay[];
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  choose(cell: Pick<DutyDay, "userId" | "day">, choice: CellChoice): void;
  save(isPublishing: boolean): void;
}

export function useRoster({ roster, shifts }: Asked): RosterPlan {
  const about = `${roster?.storeId} ${roster?.monday} ${roster?.version}`;
  const [typed, setTyped] = useState<{ about: string; days: DutyDay[] } | null>(null);
  const isDirty = typed?.about === about;
  const days = isDirty ? typed.days : (roster?.days ?? []);
  const { call, pending } = useCall(saveDutyRoster, { onDone: () => setTyped(null) });
  useUnsaved(isDirty);
  return {
    days,
    isDirty,
    isSaving: pending,
    choose: (cell, choice) => setTyped({ about, days: changeCell(days, cell, choice, shifts) }),
    save: (isPublishing) => {
      if (!roster) return;
      const { storeId, monday, version } = roster;
      const cells = days.map(({ userId, day, kind, shiftCode }) => ({ userId, day, kind, shiftCode }));
      void call({ body: { storeId, monday, version, isPublishing, days: cells } });
    },
  };
}
