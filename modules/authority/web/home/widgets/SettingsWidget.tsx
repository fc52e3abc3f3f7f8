import { RightOutlined } from "@ant-design/icons";
import { listSmsMessages } from "@ops/authority/contract";
import { partsOf, type SettingsPart, SystemSettings, settingsParts, useDialog, useMay } from "@ops/platform/web";
import { HomeCard } from "../HomeCard.tsx";
import type { WidgetProps } from "../widget-props.ts";

const SmsOutboxSettings = partsOf(() => import("../../sms-outbox/SmsOutboxSettings.tsx")).standing("default");

/** What this module adds to the platform's own. */
const own: readonly SettingsPart[] = [
  {
    key: "smsOutbox",
    title: "短信发件箱",
    about: "已发送的短信与发送结果",
    needs: listSmsMessages,
    content: <SmsOutboxSettings />,
  },
];

/** 系统设置 for those who hold one of its codes; asks the server nothing until it is opened. */
export function SettingsWidget({ title }: WidgetProps) {
  const may = useMay();
  const opened = useDialog<string>();
  const parts = [...settingsParts, ...own].filter(({ needs }) => may(needs));
  return (
    <HomeCard title={title}>
      <ul className="home-lines">
        {parts.map(({ key, title: part, about }) => (
          <li key={key}>
            <button type="button" onClick={() => opened.open(key)}>
              <span className="home-line-name">{part}</span>
              <small className="home-line-text">{about}</small>
              <RightOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {opened.value && <SystemSettings part={opened.value} more={own} onClose={opened.close} />}
    </HomeCard>
  );
}
