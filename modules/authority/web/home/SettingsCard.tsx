import { RightOutlined } from "@ant-design/icons";
import { type SettingsKey, SystemSettings, settingsParts, useDialog, useMay } from "@ops/platform/web";
import { HomeCard } from "./HomeCard.tsx";

/** 系统设置 for those who hold one of its codes; asks the server nothing until it is opened. */
export function SettingsCard() {
  const may = useMay();
  const opened = useDialog<SettingsKey>();
  const parts = settingsParts.filter(({ needs }) => may(needs));
  if (parts.length === 0) return null;
  return (
    <HomeCard title="系统设置">
      <ul className="home-settings">
        {parts.map(({ key, title, about }) => (
          <li key={key}>
            <button type="button" onClick={() => opened.open(key)}>
              <span>{title}</span>
              <small>{about}</small>
              <RightOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {opened.value && <SystemSettings part={opened.value} onClose={opened.close} />}
    </HomeCard>
  );
}
