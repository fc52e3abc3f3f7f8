import { listSmsMessages, type SmsMessage, smsStates } from "@ops/authority/contract";
import { choicesOf, columnsOf, DotText, PagedTable, type Tone, usePaged } from "@ops/platform/web";
import { Input, Segmented, Select } from "antd";
import { useState } from "react";
import { MessageTemplates } from "./MessageTemplates.tsx";

const tones: Readonly<Record<SmsMessage["status"], Tone>> = {
  QUEUED: "warn",
  SENDING: "active",
  SENT: "good",
  FAILED: "bad",
};
const states = choicesOf(smsStates);

const columns = columnsOf(listSmsMessages, {
  createdAt: true,
  mobilePhone: 120,
  text: true,
  gateway: { width: 80, as: (sms) => (sms.gateway === "outbox" ? "发件箱" : "网关") },
  status: {
    width: 100,
    as: ({ status, lastError }) => (
      <span title={lastError ?? ""}>
        <DotText tone={tones[status]} text={smsStates[status]} />
      </span>
    ),
  },
  attempts: 60,
});

const views = [
  { value: "SENT", label: "短信" },
  { value: "TEMPLATES", label: "模板" },
];

/** 短信发件箱: sent messages and the templates, for the operators of the product. */
export default function SmsOutboxSettings() {
  const [view, setView] = useState("SENT");
  return (
    <div className="settings-list settings-jobs">
      <header>
        <Segmented options={views} value={view} onChange={setView} />
      </header>
      {view === "SENT" ? <Messages /> : <MessageTemplates />}
    </div>
  );
}

function Messages() {
  const [mobilePhone, setPhone] = useState("");
  const [status, setStatus] = useState<SmsMessage["status"]>();
  const messages = usePaged(listSmsMessages, { filters: { mobilePhone, status }, pageSize: 20 });
  return (
    <div className="settings-list">
      <header>
        <Input.Search allowClear placeholder="完整手机号" aria-label="手机号" onSearch={setPhone} />
        <Select
          allowClear
          placeholder="全部状态"
          aria-label="状态"
          options={states}
          value={status}
          onChange={setStatus}
        />
      </header>
      <PagedTable of={messages} columns={columns} empty="没有短信" />
    </div>
  );
}
