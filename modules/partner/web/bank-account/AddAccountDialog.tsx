import { addBankAccount, type PartnerDetail } from "@ops/partner/contract";
import { FormDialog } from "@ops/platform/web";

interface Props {
  readonly partner: PartnerDetail;
  readonly onClose: () => void;
}

/** The account must be in the company's own name. Finance approves it, then the partner's contact confirms it. */
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
      fields={["accountName", "bank", "branch", "accountNo", "reason"]}
      special={{ accountName: { full: true, hint: "须与公司全称一致" }, accountNo: { full: true } }}
      onClose={onClose}
    />
  );
}
