import { WalletOutlined } from "@ant-design/icons";
import { addDeposit, type Deposit, DepositEntry, getDeposit, type PartnerDetail } from "@ops/partner/contract";
import { dayOf } from "@ops/platform/contract";
import {
  FormDialog,
  Note,
  NotLoaded,
  serverNow,
  showMoney,
  tableColumnsOf,
  useDialog,
  useEndpoint,
} from "@ops/platform/web";
import { Alert, Button, Skeleton, Table } from "antd";
import "./deposit.css";

/** 保证金: the required amount, the balance and every entry (PT-R17). */
export function DepositTab({ partner }: { readonly partner: PartnerDetail }) {
  const adding = useDialog<true>();
  const { data, error, refetch } = useEndpoint(getDeposit, { params: { id: partner.id } }, { silent: true });
  if (error && !data) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const add = (
    <Button type="primary" size="small" onClick={() => adding.open(true)}>
      登记流水
    </Button>
  );
  return (
    <>
      <div className="partner-part-head">
        <Figures deposit={data} />
        {data.entries.length > 0 && add}
      </div>
      {data.shortFen > 0 && (
        <Alert
          className="deposit-short"
          type="warning"
          showIcon
          title={`保证金不足${showMoney(data.shortFen)}${whatFollows(partner)}`}
        />
      )}
      {data.entries.length === 0 ? (
        <Note icon={<WalletOutlined />} sentence="还没有保证金流水" hint="收到款项后登记缴纳" action={add} />
      ) : (
        <Entries deposit={data} />
      )}
      {adding.value && <AddDepositDialog partner={partner} onClose={adding.close} />}
    </>
  );
}

/** Explains a missing deposit. Before the start it prevents the start; afterwards the partner is asked to pay. */
function whatFollows({ state }: PartnerDetail): string {
  if (state === "ACTIVE") return "，请通知伙伴补足";
  if (state === "SUSPENDED") return "，请在恢复合作前补足";
  return state === "EXITING" || state === "TERMINATED" ? "" : "，补足前不能启用合作";
}

function Figures({ deposit: { balanceFen, wantedFen, shortFen } }: { readonly deposit: Deposit }) {
  return (
    <dl className="partner-figures deposit-figures">
      <div>
        <dt>当前余额</dt>
        <dd>{showMoney(balanceFen)}</dd>
      </div>
      <div>
        <dt>合同约定</dt>
        <dd>{showMoney(wantedFen)}</dd>
      </div>
      <div>
        <dt>不足</dt>
        <dd className={shortFen > 0 ? "partner-bad" : ""}>{showMoney(shortFen)}</dd>
      </div>
    </dl>
  );
}

function Entries({ deposit }: { readonly deposit: Deposit }) {
  return (
    <Table
      rowKey="id"
      size="small"
      className="tabular"
      pagination={{ pageSize: 20, hideOnSinglePage: true }}
      dataSource={[...deposit.entries]}
      columns={tableColumnsOf(DepositEntry, {
        happenedOn: true,
        kind: true,
        amountFen: { width: 140, as: ({ kind, amountFen }) => `${kind === "PAY" ? "+" : "−"}${showMoney(amountFen)}` },
        balanceAfterFen: 140,
        voucher: 150,
        note: true,
        createdByName: 90,
        createdAt: true,
      })}
    />
  );
}

function AddDepositDialog({ partner, onClose }: { readonly partner: PartnerDetail; readonly onClose: () => void }) {
  return (
    <FormDialog
      title={`登记保证金 · ${partner.shortName}`}
      endpoint={addDeposit}
      params={{ id: partner.id }}
      record={{ kind: "PAY", happenedOn: dayOf(new Date(serverNow())) }}
      refusals={{ PARTNER_DEPOSIT_NEG: "amountFen", PARTNER_DEPOSIT_FUTURE: "happenedOn" }}
      okText="登记"
      done="已登记"
      fields={["kind", "amountFen", "happenedOn", "voucher", "note"]}
      onClose={onClose}
    />
  );
}
