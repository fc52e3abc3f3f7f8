import { Drawer, Tabs } from "antd";
import { type ReactNode, useState } from "react";
import { useMay } from "../session/use-session.ts";
import { AnnouncementSettings } from "./AnnouncementSettings.tsx";
import { DictSettings } from "./DictSettings.tsx";
import { NumberSettings } from "./NumberSettings.tsx";
import { ParamSettings } from "./ParamSettings.tsx";
import { RegionSettings } from "./RegionSettings.tsx";
import { type SettingsPart, settingsParts } from "./settings-parts.ts";
import "./settings.css";

interface Props {
  readonly part: string;
  readonly more: readonly SettingsPart[];
  readonly onClose: () => void;
}

const contents: Readonly<Record<string, ReactNode>> = {
  dict: <DictSettings />,
  param: <ParamSettings />,
  number: <NumberSettings />,
  region: <RegionSettings />,
  announcement: <AnnouncementSettings />,
};

export default function SettingsDrawer({ part, more, onClose }: Props) {
  const may = useMay();
  const [open, setOpen] = useState(true);
  const parts = [...settingsParts, ...more].filter(({ needs }) => may(needs));
  return (
    <Drawer
      title="系统设置"
      className="settings"
      open={open}
      size={1080}
      onClose={() => setOpen(false)}
      afterOpenChange={(isOpen) => isOpen || onClose()}
    >
      <Tabs
        defaultActiveKey={part}
        destroyOnHidden
        items={parts.map(({ key, title, content }) => ({ key, label: title, children: content ?? contents[key] }))}
      />
    </Drawer>
  );
}
