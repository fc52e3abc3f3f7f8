import type { StaffDetail } from "@ops/partner/contract";
import { dealActions, MoreActions, offered, perform, useAsking, useMay } from "@ops/platform/web";
import { Button } from "antd";
import { useStaffActs } from "./staff-acts.tsx";

/** So many stand as buttons; the rest under 更多. */
const SHOWN = 3;

/** What can be done with somebody now, at the head of the drawer. */
export function StaffActions({ staff }: { readonly staff: StaffDetail }) {
  const may = useMay();
  const { actions, dialog } = useAsking<StaffDetail>(useStaffActs());
  const acts = offered(actions, staff, may);
  const { shown, more } = dealActions(acts, SHOWN);
  if (acts.length === 0) return null;
  return (
    <div className="staff-actions">
      {shown.map((act) => (
        <Button key={act.label} size="small" danger={act.danger ?? false} onClick={() => void perform(act, staff)}>
          {act.label}
        </Button>
      ))}
      <MoreActions actions={more} look={{ size: "small" }} onChoose={(act) => perform(act, staff)} />
      {dialog}
    </div>
  );
}
