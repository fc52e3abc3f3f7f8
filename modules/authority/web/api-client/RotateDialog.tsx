import { type ApiClient, rotateApiClient } from "@ops/authority/contract";
import { FormDialog, showTime } from "@ops/platform/web";
import { Alert } from "antd";
import { useState } from "react";
import { KeysDialog } from "./KeysDialog.tsx";

interface Rotated {
  readonly ak: string;
  readonly sk: string;
  readonly previousUntil: string | null;
}

export function RotateDialog({ client, onClose }: { readonly client: ApiClient; readonly onClose: () => void }) {
  const [rotated, setRotated] = useState<Rotated | null>(null);
  if (rotated) {
    const { ak, sk, previousUntil } = rotated;
    const note = previousUntil ? `旧密钥保留至 ${showTime(previousUntil)}，请在此之前完成切换。` : "旧密钥已立即失效。";
    return <KeysDialog title={`新密钥 · ${client.name}`} ak={ak} sk={sk} note={note} onClose={onClose} />;
  }
  return (
    <FormDialog
      kind="modal"
      title={`轮换密钥 · ${client.name}`}
      okText="轮换"
      endpoint={rotateApiClient}
      params={{ id: client.id }}
      record={{ version: client.version, overlapHours: 24 }}
      onDone={setRotated}
      fields={["overlapHours"]}
      special={{ overlapHours: { unit: "小时", hint: "0 表示旧密钥立即失效，最长 168 小时" } }}
      onClose={onClose}
    >
      <Alert
        type={client.previousUntil ? "warning" : "info"}
        showIcon
        title={
          client.previousUntil
            ? "上一次轮换尚未结束：再次轮换后，更早的密钥会立即失效。"
            : "新密钥立即生效，旧密钥在保留时间内仍可使用。"
        }
      />
    </FormDialog>
  );
}
