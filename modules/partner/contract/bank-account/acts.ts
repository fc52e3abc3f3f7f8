import { actsOf } from "@ops/platform/contract";
import { partnerErrors } from "../errors.ts";
import { BankAccount } from "./shape.ts";
import { bankAccountStates } from "./states.ts";

const APPROVE = "partner:account:approve";

export const bankAccountActs = actsOf(
  bankAccountStates,
  {
    path: "/partner/v1/bank-accounts",
    page: "/Partner/list",
    answer: BankAccount,
    number: "accountNo",
    notBy: { columns: ["createdBy"], refusal: partnerErrors.accountSelf },
  },
  {
    approve: {
      permission: APPROVE,
      audit: "审批结算账户",
      risk: "HIGH",
      byOther: true,
      note: "校验说明",
      title: ({ bank, accountNo }) => `审批结算账户 · ${bank} ${accountNo}`,
      consequence: ({ confirmPhone }) => `请确认打款验证已通过。通过后向联系人手机${confirmPhone}发送验证码。`,
      done: "已通过，验证码已发送给伙伴联系人",
    },
    reject: {
      permission: APPROVE,
      audit: "驳回结算账户",
      reason: true,
      danger: true,
      title: ({ bank }) => `驳回结算账户 · ${bank}`,
      done: "已驳回，原账户继续使用",
    },
  },
);
export const { approve: approveBankAccount, reject: rejectBankAccount } = bankAccountActs.endpoints;
