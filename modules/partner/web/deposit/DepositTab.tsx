import { WalletOutlined } from "@ant-design/icons";
import { addDeposit, type Deposit, depositKinds, getDeposit, type PartnerDetail } from "@ops/partner/contract";
import { dayOf } from "@ops/platform/contract";
import {
  choicesOf,
  FormDialog,
  fieldsOf,
  Note,
  NotLoaded,
  serverNow,
  showMoney,
  showTime,
  useDialog,
  useEndpoint,
} from "@ops/platform/web";
import { Alert, Button, Skeleton, Table } from "antd";
import "./deposit.css";

/** 保证金: what the contract asks for, what is there, and every entry (PT-R17). */
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

/** Before it begins, the deposit decides whether it can; afterwards it is asked for. */
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
      columns={[
        { title: "发生日期", dataIndex: "happenedOn", width: 110 },
        { title: "类型", key: "kind", width: 70, render: (_, { kind }) => depositKinds[kind] },
        {
          title: "金额",
          key: "amount",
          width: 140,
          align: "right",
          render: (_, { kind, amountFen }) => `${kind === "PAY" ? "+" : "−"}${showMoney(amountFen)}`,
        },
        {
          title: "余额",
          key: "balance",
          width: 140,
          align: "right",
          render: (_, { balanceAfterFen }) => showMoney(balanceAfterFen),
        },
        { title: "凭证号", dataIndex: "voucher", width: 150, ellipsis: true },
        { title: "备注", key: "note", ellipsis: true, render: (_, { note }) => note ?? "-" },
        { title: "登记人", dataIndex: "createdByName", width: 90, ellipsis: true },
        { title: "登记时间", key: "at", width: 150, render: (_, { createdAt }) => showTime(createdAt) },
      ]}
    />
  );
}

const { SelectField, MoneyField, DayField, TextField, TextAreaField } = fieldsOf(addDeposit);

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
      onClose={onClose}
    >
      <SelectField name="kind" options={choicesOf(depositKinds)} />
      <MoneyField name="amountFen" />
      <DayField name="happenedOn" />
      <TextField name="voucher" />
      <TextAreaField name="note" />
    </FormDialog>
  );
}
