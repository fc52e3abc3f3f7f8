import { DownOutlined } from "@ant-design/icons";
import { useDialog, useMay } from "@ops/platform/web";
import type { CarDetail } from "@ops/vehicle/contract";
import { Button, Dropdown, Tooltip } from "antd";
import { type CarAct, carActs } from "./car-acts.ts";

/** So many stand as buttons; the rest under 更多. */
const SHOWN = 6;

/** What can be done with the car now; what cannot says why. */
export function CarActions({ car }: { readonly car: CarDetail }) {
  const may = useMay();
  const asked = useDialog<CarAct>();
  const Dialog = asked.value?.dialog;
  const acts = carActs.filter(({ needs }) => may(needs)).map((act) => ({ act, reason: act.why(car) }));
  const more = acts.slice(SHOWN);
  if (acts.length === 0) return null;
  return (
    <div className="car-actions">
      {acts.slice(0, SHOWN).map(({ act, reason }) => (
        <Tooltip key={act.label} title={reason}>
          <Button size="small" danger={act.danger ?? false} disabled={reason !== null} onClick={() => asked.open(act)}>
            {act.label}
          </Button>
        </Tooltip>
      ))}
      {more.length > 0 && (
        <Dropdown
          trigger={["click"]}
          menu={{
            items: more.map(({ act, reason }) => ({
              ...{ key: act.label, disabled: reason !== null, danger: act.danger ?? false },
              label: <span title={reason ?? ""}>{act.label}</span>,
            })),
            onClick: ({ key }) => {
              const chosen = more.find(({ act }) => act.label === key);
              if (chosen) asked.open(chosen.act);
            },
          }}
        >
          <Button size="small" aria-haspopup="menu" icon={<DownOutlined />} iconPlacement="end">
            更多
          </Button>
        </Dropdown>
      )}
      {Dialog && <Dialog car={car} onClose={asked.close} />}
    </div>
  );
}
