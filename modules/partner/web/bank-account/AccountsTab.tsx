import { BankOutlined } from "@ant-design/icons";
import {
  addBankAccount,
  type BankAccount,
  bankAccountStates,
  listBankAccounts,
  type PartnerDetail,
  unmaskBankAccount,
} from "@ops/partner/contract";
import {
  Note,
  NotLoaded,
  offered,
  type RowAction,
  RowActions,
  StateTag,
  showTime,
  type Tone,
  Unmask,
  useAsking,
  useDialog,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import { Button, Skeleton } from "antd";
import { AddAccountDialog } from "./AddAccountDialog.tsx";
import { useAccountActions } from "./account-actions.tsx";
import "./bank-account.css";

const tones: Readonly<Record<BankAccount["state"], Tone>> = {
  REVIEW: "active",
  REJECTED: "bad",
  CONFIRM: "active",
  COOLING: "warn",
  ACTIVE: "good",
  RETIRED: "neutral",
};

/** 结算账户: the account in use, the pending change and former accounts (PT-R16). */
export function AccountsTab({ partner }: { readonly partner: PartnerDetail }) {
  const may = useMay();
  const adding = useDialog<true>();
  const { actions, dialog } = useAsking(useAccountActions(partner));
  const input = { params: { id: partner.id } };
  const { data, error, refetch } = useEndpoint(listBankAccounts, input, { silent: true });
  if (error && !data) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const hasActive = data.list.some(({ state }) => state === "ACTIVE");
  const isChanging = data.list.some(({ state }) => state === "REVIEW" || state === "CONFIRM" || state === "COOLING");
  const add = may(addBankAccount) && !isChanging && !["EXITING", "TERMINATED"].includes(partner.state) && (
    <Button type="primary" size="small" onClick={() => adding.open(true)}>
      {hasActive ? "变更账户" : "登记账户"}
    </Button>
  );
  return (
    <>
      {data.list.length === 0 ? (
        <Note icon={<BankOutlined />} sentence="还没有结算账户" hint="账户名须与公司全称一致" action={add} />
      ) : (
        <div className="partner-part-head">
          <span>
            {hasActive
              ? "变更须经财务审批与伙伴联系人短信确认，确认后至少24小时生效；期间结算仍使用原账户。"
              : "首个账户须经财务审批与伙伴联系人短信确认，确认后立即生效。"}
          </span>
          {add}
        </div>
      )}
      <ul className="bank-accounts">
        {data.list.map((account) => (
          <li key={account.id}>
            <Account account={account} />
            <Actions account={account} actions={offered(actions, account, may)} />
          </li>
        ))}
      </ul>
      {adding.value && <AddAccountDialog partner={partner} onClose={adding.close} />}
      {dialog}
    </>
  );
}

interface ActionsProps {
  readonly account: BankAccount;
  readonly actions: readonly RowAction<BankAccount>[];
}

function Actions({ account, actions }: ActionsProps) {
  return actions.length > 0 && <RowActions row={account} actions={actions} />;
}

function Account({ account }: { readonly account: BankAccount }) {
  const { id, bank, branch, accountName, accountNo, state, stateReason, reason, createdByName, createdAt } = account;
  return (
    <article className="bank-account" data-off={state === "RETIRED" || state === "REJECTED"}>
      <b>
        {bank}
        <small>{branch}</small>
        <StateTag machine={bankAccountStates} state={state} tones={tones} />
      </b>
      <span className="bank-no">
        <Unmask of={unmaskBankAccount} id={id} field="accountNo" masked={accountNo} />
        <small>{accountName}</small>
      </span>
      <small>
        {createdByName} {showTime(createdAt)} 提交：{reason}
        {whatNext(account)}
        {stateReason && ` · ${stateReason}`}
      </small>
    </article>
  );
}

function whatNext({ state, confirmPhone, activeFrom, activeUntil, verifiedByName }: BankAccount): string {
  if (state === "CONFIRM") return ` · 财务${verifiedByName ?? ""}已校验，验证码发至${confirmPhone}`;
  if (state === "COOLING") return ` · 将于 ${showTime(activeFrom)} 生效`;
  if (state === "ACTIVE") return ` · ${showTime(activeFrom)} 启用`;
  return state === "RETIRED" ? ` · ${showTime(activeUntil)} 停用` : "";
}
