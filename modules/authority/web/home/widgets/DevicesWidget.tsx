import { mySessions } from "@ops/authority/contract";
import { partsOf } from "@ops/platform/web";
import { Button } from "antd";
import { useState } from "react";
import { DeviceRow } from "../../account/DeviceRow.tsx";
import { HomeCard } from "../HomeCard.tsx";
import { Loaded } from "../Loaded.tsx";
import { useWidget } from "../use-widget.ts";
import type { WidgetProps } from "../widget-props.ts";

const SHOWN = 3;
const DevicesDrawer = partsOf(() => import("../../account/DevicesDrawer.tsx")).overlay("default");

export function DevicesWidget({ title }: WidgetProps) {
  const [open, setOpen] = useState(false);
  const answer = useWidget(mySessions, {}, 10_000);
  const more = (
    <Button type="text" size="small" disabled={!answer.data} onClick={() => setOpen(true)}>
      查看全部
    </Button>
  );
  return (
    <HomeCard title={title} extra={more} beyond={(answer.data?.sessions.length ?? 0) - SHOWN}>
      <Loaded of={answer}>
        {({ sessions }) => (
          <ul className="devices-list">
            {sessions.slice(0, SHOWN).map((session) => (
              <DeviceRow key={session.id} device={session} />
            ))}
          </ul>
        )}
      </Loaded>
      {open && <DevicesDrawer onClose={() => setOpen(false)} />}
    </HomeCard>
  );
}
