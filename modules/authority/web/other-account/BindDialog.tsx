import { bindOtherAccount } from "@ops/authority/contract";
import { FormDialog, fieldsOf } from "@ops/platform/web";
import { Form } from "antd";
import { BindingPersonSelect } from "./BindingPersonSelect.tsx";

const { TextField, DictField, CustomField } = fieldsOf(bindOtherAccount);

export function BindDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <FormDialog
      title="绑定第三方账号"
      endpoint={bindOtherAccount}
      record={{ externalName: null }}
      done="绑定成功！"
      onClose={onClose}
    >
      <DictField name="platform" />
      <TextField name="externalId" />
      <TextField name="externalName" />
      <Owner />
    </FormDialog>
  );
}

/** Suggests people by the identity that has been typed beside it. */
function Owner() {
  const typed: unknown = Form.useWatch("externalId");
  return (
    <CustomField name="userId" hint="手机号或工号与外部账号相同的人员会优先推荐">
      <BindingPersonSelect externalId={typeof typed === "string" ? typed : ""} />
    </CustomField>
  );
}
