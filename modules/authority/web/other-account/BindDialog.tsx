import { bindOtherAccount } from "@ops/authority/contract";
import { type ChoiceControl, FormDialog } from "@ops/platform/web";
import { Form } from "antd";
import { BindingPersonSelect } from "./BindingPersonSelect.tsx";

export function BindDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <FormDialog
      title="绑定第三方账号"
      endpoint={bindOtherAccount}
      record={{ externalName: null }}
      done="绑定成功！"
      fields={["platform", "externalId", "externalName", "userId"]}
      special={{
        userId: { control: <Owner />, hint: "手机号或工号与外部账号相同的人员会优先推荐" },
      }}
      onClose={onClose}
    />
  );
}

/** Suggests people by the identity that was typed in the field beside it. */
function Owner(control: ChoiceControl) {
  const typed: unknown = Form.useWatch("externalId");
  return <BindingPersonSelect {...control} externalId={typeof typed === "string" ? typed : ""} />;
}
