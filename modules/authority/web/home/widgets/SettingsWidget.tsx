import { RightOutlined } from "@ant-design/icons";
import { useMay, useOpened } from "@ops/platform/web";
import { HomeCard } from "../HomeCard.tsx";
import { allSettings } from "../own-settings.tsx";
import type { WidgetProps } from "../widget-props.ts";

/** 系统设置 for people who have one of its permissions. It calls the server only when it is opened. */
export function SettingsWidget({ title }: WidgetProps) {
  const may = useMay();
  const { open } = useOpened("settings");
  const parts = allSettings.filter(({ needs }) => may(needs));
  return (
    <HomeCard title={title}>
      <ul className="home-lines">
        {parts.map(({ key, title: part, about }) => (
          <li key={key}>
            <button type="button" onClick={() => open(key)}>
              <span className="home-line-name">{part}</span>
              <small className="home-line-text">{about}</small>
              <RightOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}
