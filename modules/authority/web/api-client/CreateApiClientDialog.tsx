import { createApiClient } from "@ops/authority/contract";
import { FormDialog } from "@ops/platform/web";
import { useState } from "react";
import { ClientFields } from "./ClientFields.tsx";
import { KeysDialog } from "./KeysDialog.tsx";

export function CreateApiClientDialog({ onClose }: { readonly onClose: () => void }) {
  const [keys, setKeys] = useState<{ ak: string; sk: string } | null>(null);
  if (keys) return <KeysDialog title="接口账号已开通" {...keys} onClose={onClose} />;
  return (
    <FormDialog
      title="新增接口账号"
      width={680}
      endpoint={createApiClient}
      record={{ actAsUserId: null, interfaceIds: [], ipAllow: [], ratePerMin: 600, validUntil: null, remark: null }}
      okText="开通"
      onDone={setKeys}
      onClose={onClose}
    >
      <ClientFields />
    </FormDialog>
  );
}
