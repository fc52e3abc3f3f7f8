import {
  type BankAccount,
  bankAccountActs,
  bankAccountStates,
  confirmBankAccount,
  type PartnerDetail,
  sendBankAccountCode,
} from "@ops/partner/contract";
import { actionsOf, FormDialog, type PageAction, useCall } from "@ops/platform/web";

const acts = actionsOf(bankAccountActs, {});

/** The actions on a change of account, for finance and for the person who filed it. */
export function useAccountActions(partner: PartnerDetail): readonly PageAction<BankAccount>[] {
  const send = useCall(sendBankAccountCode, { done: "验证码已发送" });
  return [
    ...acts,
    {
      label: "输入验证码",
      needs: confirmBankAccount,
      when: ({ state }) => bankAccountStates.can(state, "confirm"),
      ask: (account, onClose) => <ConfirmDialog account={account} partner={partner} onClose={onClose} />,
    },
    {
      label: "重发验证码",
      needs: sendBankAccountCode,
      when: ({ state }) => bankAccountStates.can(state, "sendCode"),
      confirm: ({ confirmPhone }) => `向${partner.contactName}（${confirmPhone}）重新发送验证码？`,
      run: ({ id, version }) => send.call({ params: { id }, body: { version } }),
    },
  ];
}

interface Props {
  readonly account: BankAccount;
  readonly partner: PartnerDetail;
  readonly onClose: () => void;
}

function ConfirmDialog({ account, partner, onClose }: Props) {
  const { id, version, confirmPhone } = account;
  return (
    <FormDialog
      kind="modal"
      title="伙伴联系人确认"
      endpoint={confirmBankAccount}
      params={{ id }}
      record={{ version }}
      refusals={{ PARTNER_ACCOUNT_CODE: "code" }}
      okText="确认"
      done="已确认"
      fields={["code"]}
      special={{ code: `验证码已发送至${partner.contactName}的手机${confirmPhone}，10分钟内有效` }}
      onClose={onClose}
    />
  );
}
