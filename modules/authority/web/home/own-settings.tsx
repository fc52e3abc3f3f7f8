import { listSmsMessages } from "@ops/authority/contract";
import { partsOf, type SettingsPart, settingsParts } from "@ops/platform/web";

const SmsOutboxSettings = partsOf(() => import("../sms-outbox/SmsOutboxSettings.tsx")).standing("default");

/** What this module adds to the platform's own parts of 系统设置. */
export const ownSettings: readonly SettingsPart[] = [
  {
    key: "smsOutbox",
    title: "短信发件箱",
    about: "已发送的短信与发送结果",
    needs: listSmsMessages,
    content: <SmsOutboxSettings />,
  },
];

export const allSettings: readonly SettingsPart[] = [...settingsParts, ...ownSettings];
