import { Drawer, Tabs } from "antd";
import type { ReactNode } from "react";
import { useClosing } from "../dialog/use-closing.ts";
import { useMay } from "../session/use-session.ts";
import { AnnouncementSettings } from "./AnnouncementSettings.tsx";
import { DictSettings } from "./DictSettings.tsx";
import { HolidaySettings } from "./HolidaySettings.tsx";
import { JobSettings } from "./job/JobSettings.tsx";
import { NumberSettings } from "./NumberSettings.tsx";
import { OutsideSettings } from "./OutsideSettings.tsx";
import { ParamSettings } from "./ParamSettings.tsx";
import { RegionSettings } from "./RegionSettings.tsx";
import { type SettingsPart, settingsParts } from "./settings-parts.ts";
import "./settings.css";

interface Props {
  /** The key of the part that is shown. */
  readonly part: string;
  readonly more: readonly SettingsPart[];
  readonly onPart: (part: string) => void;
  readonly onClose: () => void;
}

const contents: Readonly<Record<string, ReactNode>> = {
  dict: <DictSettings />,
  param: <ParamSettings />,
  number: <NumberSettings />,
  region: <RegionSettings />,
  holiday: <HolidaySettings />,
  job: <JobSettings />,
  outside: <OutsideSettings />,
  announcement: <AnnouncementSettings />,
};

export default function SettingsDrawer({ part, more, onPart, onClose }: Props) {
  const may = useMay();
  const { drawer } = useClosing(onClose);
  const parts = [...settingsParts, ...more].filter(({ needs }) => may(needs));
  return (
    <Drawer title="系统设置" className="settings" size={1080} {...drawer}>
      <Tabs
        activeKey={part}
        onChange={onPart}
        destroyOnHidden
        items={parts.map(({ key, title, content }) => ({ key, label: title, children: content ?? contents[key] }))}
      />
    </Drawer>
  );
}
