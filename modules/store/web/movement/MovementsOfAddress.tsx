import { ExportButton, overlayOf, useClosing } from "@ops/platform/web";
import { listMovements, type MovementState, movementSheet, movementStates } from "@ops/store/contract";
import { Drawer, Select } from "antd";
import { useState } from "react";
import { MovementTable } from "./MovementTable.tsx";
import "./movement.css";

/** 异动单: the list over the page of people. */
function Movements({ onClose }: { readonly onClose: () => void }) {
  const { drawer } = useClosing(onClose);
  const [state, setState] = useState<MovementState>();
  const filters = state ? { state } : {};
  return (
    <Drawer title="异动单" size={1080} {...drawer}>
      <div className="movement-line">
        <Select
          aria-label="状态"
          allowClear
          placeholder="全部状态"
          style={{ width: 160 }}
          value={state ?? null}
          onChange={(chosen: MovementState | undefined) => setState(chosen)}
          options={Object.entries(movementStates.states).map(([value, label]) => ({ value, label }))}
        />
        <ExportButton sheet={movementSheet} query={filters} />
      </div>
      <MovementTable filters={filters} />
    </Drawer>
  );
}

const MovementsOfAddress = overlayOf("storeMovements", listMovements, Movements);

export default MovementsOfAddress;
