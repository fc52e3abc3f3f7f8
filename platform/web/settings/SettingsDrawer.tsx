import { Drawer, Tabs } from "antd";
import { useState } from "react";
import { useMay } from "../session/use-session.ts";
import { DictSettings } from "./DictSettings.tsx";
import { ParamSettings } from "./ParamSettings.tsx";
import { type SettingsKey, settingsParts } from "./settings-parts.ts";
import "./settings.css";

interface Props {
  readonly part: SettingsKey;
  readonly onClose: () => void;
}

const contents = { dict: <DictSettings />, param: <ParamSettings /> };

export default function SettingsDrawer({ part, onClose }: Props) {
  const may = useMay();
  const [open, setOpen] = useState(true);
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
        items={settingsParts
          .filter(({ needs }) => may(needs))
          .map(({ key, title }) => ({ key, label: title, children: contents[key] }))}
      />
    </Drawer>
  );
}
