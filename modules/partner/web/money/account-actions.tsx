import {
  approveBankAccount,
  type BankAccount,
  bankAccountStates,
  confirmBankAccount,
  type PartnerDetail,
  rejectBankAccount,
  sendBankAccountCode,
} from "@ops/partner/contract";
import { FormDialog, fieldsOf, type PageAction, ReasonDialog, useCall } from "@ops/platform/web";
import { Alert } from "antd";

type Move = keyof typeof bankAccountStates.moves;
const may =
  (move: Move) =>
  ({ state }: BankAccount) =>
    bankAccountStates.can(state, move);

/** What can be done with a change of account, by finance and by whoever filed it. */
export function useAccountActions(partner: PartnerDetail): readonly PageAction<BankAccount>[] {
  const send = useCall(sendBankAccountCode, { done: "验证码已发送" });
  return [
    {
      label: "审批通过",
      needs: approveBankAccount,
      when: (account) => may("approve")(account) && !account.isOwn,
      ask: (account, onClose) => <ApproveDialog account={account} onClose={onClose} />,
    },
    {
      label: "输入验证码",
      needs: confirmBankAccount,
      when: may("confirm"),
      ask: (account, onClose) => <ConfirmDialog account={account} partner={partner} onClose={onClose} />,
    },
    {
      label: "重发验证码",
      needs: sendBankAccountCode,
      when: may("sendCode"),
      confirm: ({ confirmPhone }) => `向${partner.contactName}（${confirmPhone}）重新发送验证码？`,
      run: ({ id, version }) => send.call({ params: { id }, body: { version } }),
    },
    {
      label: "驳回",
      needs: rejectBankAccount,
      danger: true,
      when: may("reject"),
      ask: ({ id, version, bank }, onClose) => (
        <ReasonDialog
          title={`驳回结算账户 · ${bank}`}
          endpoint={rejectBankAccount}
          params={{ id }}
          version={version}
          okText="驳回"
          danger
          done="已驳回，原账户继续使用"
          onClose={onClose}
        />
      ),
    },
  ];
}

interface Props {
  readonly account: BankAccount;
  readonly onClose: () => void;
}

const approved = fieldsOf(approveBankAccount);

function ApproveDialog({ account: { id, version, bank, accountNo, confirmPhone }, onClose }: Props) {
  const { TextAreaField } = approved;
  return (
    <FormDialog
      kind="modal"
      title={`审批结算账户 · ${bank} ${accountNo}`}
      endpoint={approveBankAccount}
      params={{ id }}
      record={{ version }}
      okText="通过"
      done="已通过，验证码已发送给伙伴联系人"
      onClose={onClose}
    >
      <Alert
        className="form-alert"
        type="info"
        showIcon
        title={`请确认打款验证已通过。通过后向联系人手机${confirmPhone}发送验证码。`}
      />
      <TextAreaField name="note" />
    </FormDialog>
  );
}

const confirmed = fieldsOf(confirmBankAccount);

function ConfirmDialog({ account, partner, onClose }: Props & { readonly partner: PartnerDetail }) {
  const { TextField } = confirmed;
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
      onClose={onClose}
    >
      <TextField name="code" hint={`验证码已发送至${partner.contactName}的手机${confirmPhone}，10分钟内有效`} />
    </FormDialog>
  );
}
