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
  discard(): void;
}

/** What was typed keeps the version that it began from: whatever a colleague saved since is never written over. */
interface Typed extends Pick<DutyRoster, "storeId" | "monday" | "version"> {
  readonly days: DutyDay[];
}

export function useRoster({ roster, shifts }: Asked): RosterPlan {
  const [typed, setTyped] = useState<Typed | null>(null);
  const isDirty = typed !== null && typed.storeId === roster?.storeId && typed.monday === roster.monday;
  const days = isDirty ? typed.days : (roster?.days ?? []);
  const discard = () => setTyped(null);
  const kept = useCall(saveDutyRoster, { done: "排班已保存！", onDone: discard });
  const published = useCall(saveDutyRoster, { done: "排班已发布！", onDone: discard });
  useUnsaved(isDirty);
  return {
    days,
    isDirty,
    isSaving: kept.pending || published.pending,
    discard,
    choose: (cell, choice) => {
      if (!roster) return;
      const { storeId, monday, version } = isDirty ? typed : roster;
      setTyped({ storeId, monday, version, days: changeCell(days, cell, choice, shifts) });
    },
    save: (isPublishing) => {
      if (!roster) return;
      const { storeId, monday, version } = isDirty ? typed : roster;
      const cells = days.map(({ userId, day, kind, shiftCode }) => ({ userId, day, kind, shiftCode }));
      const { call } = isPublishing ? published : kept;
      void call({ body: { storeId, monday, version, isPublishing, days: cells } });
    },
  };
}
