import { LaptopOutlined, MobileOutlined, SafetyOutlined } from "@ant-design/icons";
import { Tag } from "antd";
import type { ReactNode } from "react";
import { type Device, placeOf } from "../../contract/index.ts";
import "./account.css";

/** One session of the user, with its actions as `children`. */
export function DeviceRow({ device, children }: { device: Device; children?: ReactNode }) {
  const isPhone = /iPhone|Android|手机/i.test(device.deviceName);
  return (
    <li>
      <span className="devices-icon" data-current={device.isCurrent} aria-hidden>
        {isPhone ? <MobileOutlined /> : <LaptopOutlined />}
      </span>
      <div className="devices-body">
        <div className="devices-name">
          {device.deviceName}
          {device.isCurrent && <Tag color="blue">当前设备</Tag>}
          {!device.isCurrent && device.status === "ACTIVE" && <Tag color="green">在线</Tag>}
        </div>
        <div className="devices-facts tabular">{`${placeOf(device)} · ${device.loginKindName}`}</div>
        <div className="devices-facts tabular">
          {toMinute(device.createdAt)} 登录
          {device.endedAt && ` · ${toMinute(device.endedAt, device.createdAt)} ${device.endReasonName}`}
          {!device.endedAt && !device.isCurrent && ` · ${toMinute(device.lastSeenAt, device.createdAt)} 活动`}
        </div>
      </div>
      {children}
    </li>
  );
}

/** Shows a time as `2026-11-15 08:50`, without the day if it is the day of `after`. Seconds are of no use here. */
function toMinute(time: string, after = ""): string {
  return time.slice(time.slice(0, 10) === after.slice(0, 10) ? 11 : 0, 16);
}

interface TrustedDeviceRowProps {
  deviceName: string;
  lastUsedAt: string;
  children: ReactNode;
}

export function TrustedDeviceRow({ deviceName, lastUsedAt, children }: TrustedDeviceRowProps) {
  return (
    <li>
      <span className="devices-icon" aria-hidden>
        <SafetyOutlined />
      </span>
      <div className="devices-body">
        <div className="devices-name">{deviceName}</div>
        <div className="devices-facts tabular">最近使用 {toMinute(lastUsedAt)}</div>
      </div>
      {children}
    </li>
  );
}
