import { useEndpoint } from "@ops/platform/web";
import { Button, Skeleton } from "antd";
import { lazy, Suspense, useState } from "react";
import { mySessions } from "../../contract/index.ts";
import { DeviceRow } from "../account/DeviceRow.tsx";
import { HomeCard } from "./HomeCard.tsx";

const SHOWN = 3;
const DevicesDrawer = lazy(() => import("../account/DevicesDrawer.tsx"));

/** 登录设备 on the home page; `paused` while the server answers nothing but a change of password. */
export function DevicesCard({ paused }: { paused: boolean }) {
  const [open, setOpen] = useState(false);
  const { data, isError, refetch } = useEndpoint(mySessions, {}, { enabled: !paused, background: true });
  const more = (
    <Button type="text" size="small" disabled={!data} onClick={() => setOpen(true)}>
      查看全部
    </Button>
  );
  return (
    <HomeCard title="登录设备" extra={more}>
      {!data && !isError && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {isError && (
        <Button type="link" onClick={() => refetch()}>
          加载失败，点击重试
        </Button>
      )}
      <ul className="devices-list">
        {data?.sessions.slice(0, SHOWN).map((session) => (
          <DeviceRow key={session.id} device={session} />
        ))}
      </ul>
      {open && (
        <Suspense>
          <DevicesDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </HomeCard>
  );
}
