import { columnsOf, PagedTable, useOpened, usePaged } from "@ops/platform/web";
import { listMovements, type Movement } from "@ops/store/contract";
import { movementActions, movementTones } from "./movement-record.tsx";

interface Props {
  readonly filters: { readonly staffId?: string; readonly state?: string };
}

const placeOf = (store: string | null, position: string | null) => [store, position].filter(Boolean).join(" · ") || "-";

/** Movements with what can be done about them; the number opens one with its approval and hand-over. */
export function MovementTable({ filters }: Props) {
  const { open } = useOpened("storeMovement");
  const paged = usePaged(listMovements, { filters });
  return (
    <PagedTable
      of={paged}
      columns={columnsOf(listMovements, {
        movementNo: { width: 150, opens: ({ id }) => open(id) },
        staffName: 90,
        kind: 70,
        fromStoreName: ({ fromStoreName, fromPositionName }: Movement) => placeOf(fromStoreName, fromPositionName),
        toStoreName: ({ toStoreName, toPositionName }: Movement) => placeOf(toStoreName, toPositionName),
        effectiveDate: 110,
        state: { width: 100, tones: movementTones },
        failure: true,
      })}
      rowActions={movementActions}
      empty="还没有异动单"
      unit="张"
    />
  );
}
