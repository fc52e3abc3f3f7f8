import type { AnswerOf } from "@ops/platform/contract";
import { useCall, useClosing, useEndpoint } from "@ops/platform/web";
import { Button, Drawer, Popconfirm, Skeleton } from "antd";
import { endMySession, forgetMyDevice, mySessions } from "../../contract/index.ts";
import { DeviceRow, TrustedDeviceRow } from "./DeviceRow.tsx";

/** 登录设备: the current session, those of the last 30 days, and the trusted devices (PF-R31). */
export default function DevicesDrawer({ onClose }: { onClose: () => void }) {
  const { drawer } = useClosing(onClose);
  const { data, isPending, refetch } = useEndpoint(mySessions, {}, { staleTime: 0 });
  return (
    <Drawer title="登录设备" size={480} {...drawer}>
      {isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {!isPending && !data && (
        <Button type="link" onClick={() => refetch()}>
          加载失败，点击重试
        </Button>
      )}
      {data && <Devices {...data} />}
    </Drawer>
  );
}

function Devices({ sessions, trustedDevices }: AnswerOf<typeof mySessions>) {
  const end = useCall(endMySession, { done: "操作成功", refreshes: [mySessions] });
  const forget = useCall(forgetMyDevice, { done: "操作成功", refreshes: [mySessions] });
  return (
    <>
      <p className="devices-facts">以下是您最近 30 天的登录记录。发现陌生设备时，请退出该设备并修改密码。</p>
      <ul className="devices-list">
        {sessions.map((session) => (
          <DeviceRow key={session.id} device={session}>
            {session.status === "ACTIVE" && !session.isCurrent && (
              <Popconfirm title="确定退出该设备？" onConfirm={() => end.call({ params: { id: session.id } })}>
                <Button size="small" danger disabled={end.offline}>
                  退出该设备
                </Button>
              </Popconfirm>
            )}
          </DeviceRow>
        ))}
      </ul>
      <h2 className="devices-section">信任设备</h2>
      {trustedDevices.length === 0 && <p className="devices-facts">没有信任设备</p>}
      <ul className="devices-list">
        {trustedDevices.map((device) => (
          <TrustedDeviceRow key={device.id} deviceName={device.deviceName} lastUsedAt={device.lastUsedAt}>
            <Popconfirm
              title="移除后，该设备再次登录将视为新设备"
              onConfirm={() => forget.call({ params: { id: device.id } })}
            >
              <Button size="small" disabled={forget.offline}>
                移除信任
              </Button>
            </Popconfirm>
          </TrustedDeviceRow>
        ))}
      </ul>
    </>
  );
}
