import { Drawer, Tabs } from "antd";
import type { ReactNode } from "react";
import { useClosing } from "../dialog/use-closing.ts";
import { useMay } from "../session/use-session.ts";
import { AnnouncementSettings } from "./AnnouncementSettings.tsx";
import { DictSettings } from "./DictSettings.tsx";
import { JobSettings } from "./JobSettings.tsx";
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
  job: <JobSettings />,
  announcement: <AnnouncementSettings />,
};

export default function SettingsDrawer({ part, more, onClose }: Props) {
  const may = useMay();
  const { drawer } = useClosing(onClose);
  const parts = [...settingsParts, ...more].filter(({ needs }) => may(needs));
  return (
    <Drawer title="系统设置" className="settings" size={1080} {...drawer}>
      <Tabs
        defaultActiveKey={part}
        destroyOnHidden
        items={parts.map(({ key, title, content }) => ({ key, label: title, children: content ?? contents[key] }))}
      />
    </Drawer>
  );
}
