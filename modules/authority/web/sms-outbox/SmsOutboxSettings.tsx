import { listSmsMessages, type SmsMessage, smsStates } from "@ops/authority/contract";
import { type Column, choicesOf, DotText, PagedTable, showTime, type Tone, usePaged } from "@ops/platform/web";
import { Input, Select } from "antd";
import { useState } from "react";

const tones: Readonly<Record<SmsMessage["status"], Tone>> = {
  QUEUED: "warn",
  SENDING: "active",
  SENT: "good",
  FAILED: "bad",
};
const states = choicesOf(smsStates);

const columns: readonly Column<typeof listSmsMessages>[] = [
  { title: "时间", show: "createdAt", width: 160, as: (sms) => showTime(sms.createdAt) },
  { title: "手机号", show: "mobilePhone", width: 120 },
  { title: "内容", show: "text" },
  { title: "通道", show: "gateway", width: 80, as: (sms) => (sms.gateway === "outbox" ? "发件箱" : "网关") },
  {
    title: "状态",
    show: "status",
    width: 100,
    as: ({ status, lastError }) => (
      <span title={lastError ?? ""}>
        <DotText tone={tones[status]} text={smsStates[status]} />
      </span>
    ),
  },
  { title: "尝试", show: "attempts", width: 60, align: "right" },
];

/** 短信发件箱: what was sent to phones, for those who run the product. */
export default function SmsOutboxSettings() {
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
