import { addBankAccount, type PartnerDetail } from "@ops/partner/contract";
import { FormDialog, fieldsOf } from "@ops/platform/web";

const { TextField, TextAreaField } = fieldsOf(addBankAccount);

interface Props {
  readonly partner: PartnerDetail;
  readonly onClose: () => void;
}

/** In the company's own name; finance approves, the contact confirms. */
export function AddAccountDialog({ partner, onClose }: Props) {
  return (
    <FormDialog
      title={`结算账户 · ${partner.shortName}`}
      endpoint={addBankAccount}
      params={{ id: partner.id }}
      record={{ accountName: partner.fullName }}
      refusals={{ PARTNER_ACCOUNT_NAME: "accountName", PARTNER_ACCOUNT_SAME: "accountNo" }}
      okText="提交审批"
      done="已提交，等待财务审批"
      onClose={onClose}
    >
      <TextField name="accountName" full hint="须与公司全称一致" />
      <TextField name="bank" />
      <TextField name="branch" />
      <TextField name="accountNo" full />
      <TextAreaField name="reason" />
    </FormDialog>
  );
}
