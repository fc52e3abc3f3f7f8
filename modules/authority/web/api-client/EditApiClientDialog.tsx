import { type ApiClient, editApiClient } from "@ops/authority/contract";
import { FormDialog } from "@ops/platform/web";
import { ClientFields } from "./ClientFields.tsx";

export function EditApiClientDialog({ client, onClose }: { readonly client: ApiClient; readonly onClose: () => void }) {
  return (
    <FormDialog
      title={`编辑接口账号 · ${client.name}`}
      width={680}
      endpoint={editApiClient}
      params={{ id: client.id }}
      record={client}
      done="修改成功！"
      onClose={onClose}
    >
      <ClientFields client={client} />
    </FormDialog>
  );
}
