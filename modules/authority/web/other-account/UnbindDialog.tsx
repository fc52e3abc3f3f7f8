import { type OtherAccount, unbindOtherAccount } from "@ops/authority/contract";
import { ReasonDialog } from "@ops/platform/web";

interface Props {
  readonly account: OtherAccount;
  readonly onClose: () => void;
}

export function UnbindDialog({ account, onClose }: Props) {
  return (
    <ReasonDialog
      title={`解绑 · ${account.externalName ?? account.externalId}`}
      endpoint={unbindOtherAccount}
      params={{ id: account.id }}
      version={account.version}
      consequence="解绑后，通过该账号建立的登录会话会立即结束。"
      danger
      okText="解绑"
      done="解绑成功！"
      onClose={onClose}
    />
  );
}
