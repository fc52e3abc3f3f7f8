import {
  approvePartnerChange,
  changeStates,
  listPartnerChanges,
  type PartnerChange,
  PartnerDetail,
  rejectPartnerChange,
  unmaskPartner,
} from "@ops/partner/contract";
import {
  confirm,
  DotText,
  FieldList,
  ReasonDialog,
  showMoney,
  showTime,
  Unmask,
  useCall,
  useDialog,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import { Button, Table, type TableColumnType } from "antd";
import { kindText } from "./partner-columns.tsx";

const plain = (names: readonly (keyof PartnerDetail & string)[]) => names.map((show) => ({ show }));
const sealed = (field: "legalPerson" | "legalIdNo" | "contactPhone") => ({
  show: field,
  as: (partner: PartnerDetail) => <Unmask of={unmaskPartner} id={partner.id} field={field} masked={partner[field]} />,
});

/** 基本信息 of the drawer, with the requests to change its name. */
export function BasicFacts({ partner }: { readonly partner: PartnerDetail }) {
  return (
    <div className="partner-facts">
      <FieldList
        schema={PartnerDetail}
        record={partner}
        fields={[
          ...plain(["partnerNo", "fullName", "shortName"]),
          { label: "信用代码", show: "uscc" },
          { show: "kinds", as: ({ kinds }) => kindText(kinds) },
          ...plain(["regionName"]),
          { show: "cities", as: ({ cities }) => cities.map(({ name }) => name).join("、") },
          ...plain(["managerName"]),
          { show: "parent", as: ({ parent }) => (parent ? `${parent.fullName}（${parent.partnerNo}）` : "-") },
          ...plain(["orgName"]),
          sealed("legalPerson"),
          { ...sealed("legalIdNo"), label: "法人证件" },
          {
            show: "registeredCapitalFen",
            as: ({ registeredCapitalFen: fen }) => (fen === null ? "-" : showMoney(fen)),
          },
          ...plain(["foundedOn", "contactName"]),
          sealed("contactPhone"),
          ...plain(["contactEmail", "submittedByName", "submittedAt"]),
          { label: "审核时间", show: "approvedAt" },
          ...plain(["activatedAt", "createdAt"]),
          { show: "regAddress", full: true },
        ]}
      />
      <Changes partnerId={partner.id} />
    </div>
  );
}

function Changes({ partnerId }: { readonly partnerId: string }) {
  const may = useMay();
  const rejecting = useDialog<PartnerChange>();
  const approve = useCall(approvePartnerChange, { done: "已通过，名称已更新" });
  const { data: changes = [] } = useEndpoint(listPartnerChanges, { params: { id: partnerId } }, { silent: true });
  if (changes.length === 0) return null;
  const press = async ({ id, fullName, version }: PartnerChange) => {
    const isSure = await confirm({ title: `公司更名为「${fullName}」？组织名称一并更新`, okText: "通过" });
    if (isSure) await approve.call({ params: { id }, body: { version } }).catch(() => undefined); // told already
  };
  const actions: TableColumnType<PartnerChange> = {
    title: "操作",
    key: "actions",
    width: 110,
    render: (_value, change) =>
      change.state === "WAITING" && (
        <span className="partner-row-actions">
          <Button type="link" size="small" onClick={() => void press(change)}>
            通过
          </Button>
          <Button type="link" size="small" danger onClick={() => rejecting.open(change)}>
            驳回
          </Button>
        </span>
      ),
  };
  return (
    <section className="partner-part">
      <h3>名称变更申请</h3>
      <Table<PartnerChange>
        rowKey="id"
        size="small"
        pagination={false}
        dataSource={changes}
        columns={[...changeColumns, ...(may(approvePartnerChange) ? [actions] : [])]}
      />
      {rejecting.value && (
        <ReasonDialog
          title={`驳回名称变更 · ${rejecting.value.shortName}`}
          endpoint={rejectPartnerChange}
          params={{ id: rejecting.value.id }}
          version={rejecting.value.version}
          okText="驳回"
          danger
          done="已驳回"
          onClose={rejecting.close}
        />
      )}
    </section>
  );
}

const tones = { WAITING: "warn", APPROVED: "good", REJECTED: "bad" } as const;

const changeColumns: TableColumnType<PartnerChange>[] = [
  { title: "公司全称", dataIndex: "fullName" },
  { title: "信用代码", dataIndex: "uscc", width: 180 },
  { title: "原因", dataIndex: "reason" },
  {
    title: "状态",
    dataIndex: "state",
    width: 90,
    render: (_value, { state, note }) => (
      <span title={note ?? ""}>
        <DotText tone={tones[state]} text={changeStates[state]} />
      </span>
    ),
  },
  {
    title: "申请",
    dataIndex: "createdAt",
    width: 150,
    render: (_value, { createdByName, createdAt }) => `${createdByName} ${showTime(createdAt).slice(0, 10)}`,
  },
];
