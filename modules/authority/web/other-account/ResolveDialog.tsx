import { type OtherAccount, resolveOtherAccount } from "@ops/authority/contract";
import { FormDialog } from "@ops/platform/web";
import { Alert } from "antd";
import { BindingPersonSelect } from "./BindingPersonSelect.tsx";
import { candidatesOf } from "./candidates.ts";

interface Props {
  readonly account: OtherAccount;
  readonly onClose: () => void;
}

export function ResolveDialog({ account, onClose }: Props) {
  const { conflictReason } = account;
  const names = candidatesOf(account);
  const candidates = names ? `候选：${names}` : "没有在职的候选人员";
  return (
    <FormDialog
      kind="modal"
      width={520}
      title={`处理冲突 · ${account.externalName ?? account.externalId}`}
      endpoint={resolveOtherAccount}
      params={{ id: account.id }}
      record={{ version: account.version, userId: null }}
      okText="确定"
      done="处理成功！"
      fields={["userId", "reason"]}
      special={{
        userId: {
          required: false,
          hint: "不选择用户则解除该账号的绑定",
          control: <BindingPersonSelect accountId={account.id} />,
        },
        reason: { rows: 3 },
      }}
      onClose={onClose}
    >
      <Alert type="warning" showIcon title={conflictReason ?? "归属未定"} description={candidates} />
    </FormDialog>
  );
}
