import {
  approvePartnerChange,
  changeStates,
  listPartnerChanges,
  type PartnerChange,
  PartnerDetail,
  rejectPartnerChange,
} from "@ops/partner/contract";
import {
  actionColumns,
  DotText,
  FieldList,
  type PageAction,
  ReasonDialog,
  sendOnce,
  showMoney,
  showTime,
  tableColumnsOf,
  useAsking,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import { Table } from "antd";
import { kindText } from "./partner-columns.tsx";

/** 基本信息 of the drawer, with the requests to change its name. */
export function BasicFacts({ partner }: { readonly partner: PartnerDetail }) {
  return (
    <div className="partner-facts">
      <FieldList
        schema={PartnerDetail}
        record={partner}
        fields={[
          "partnerNo",
          "fullName",
          "shortName",
          { label: "信用代码", show: "uscc" },
          { show: "kinds", as: ({ kinds }) => kindText(kinds) },
          "regionName",
          { show: "cities", as: ({ cities }) => cities.map(({ name }) => name).join("、") },
          "managerName",
          { show: "parent", as: ({ parent }) => (parent ? `${parent.fullName}（${parent.partnerNo}）` : "-") },
          "orgName",
          "legalPerson",
          { show: "legalIdNo", label: "法人证件" },
          {
            show: "registeredCapitalFen",
            as: ({ registeredCapitalFen: fen }) => (fen === null ? "-" : showMoney(fen)),
          },
          "foundedOn",
          "contactName",
          "contactPhone",
          "contactEmail",
          "submittedByName",
          "submittedAt",
          { label: "审核时间", show: "approvedAt" },
          "activatedAt",
          "createdAt",
          { show: "regAddress", full: true },
        ]}
      />
      <Changes partnerId={partner.id} />
    </div>
  );
}

const changeActions: readonly PageAction<PartnerChange>[] = [
  {
    label: "通过",
    needs: approvePartnerChange,
    when: ({ state }) => state === "WAITING",
    confirm: ({ fullName }) => `公司更名为「${fullName}」？组织名称一并更新`,
    run: ({ id, version }) =>
      sendOnce(approvePartnerChange, { params: { id }, body: { version } }, "已通过，名称已更新"),
  },
  {
    label: "驳回",
    needs: rejectPartnerChange,
    danger: true,
    when: ({ state }) => state === "WAITING",
    ask: ({ id, shortName, version }, onClose) => (
      <ReasonDialog
        title={`驳回名称变更 · ${shortName}`}
        endpoint={rejectPartnerChange}
        params={{ id }}
        version={version}
        okText="驳回"
        danger
        done="已驳回"
        onClose={onClose}
      />
    ),
  },
];

function Changes({ partnerId }: { readonly partnerId: string }) {
  const may = useMay();
  const { actions, dialog } = useAsking(changeActions);
  const { data: changes = [] } = useEndpoint(listPartnerChanges, { params: { id: partnerId } }, { silent: true });
  if (changes.length === 0) return null;
  return (
    <section className="partner-part">
      <h3>名称变更申请</h3>
      <Table<PartnerChange>
        rowKey="id"
        size="small"
        pagination={false}
        dataSource={changes}
        columns={[...changeColumns, ...actionColumns(actions, may)]}
      />
      {dialog}
    </section>
  );
}

const tones = { WAITING: "warn", APPROVED: "good", REJECTED: "bad" } as const;

const changeColumns = tableColumnsOf(listPartnerChanges, {
  fullName: { wraps: true },
  uscc: 180,
  reason: { wraps: true },
  state: ({ state, note }) => (
    <span title={note ?? ""}>
      <DotText tone={tones[state]} text={changeStates[state]} />
    </span>
  ),
  createdAt: {
    title: "申请",
    width: 150,
    as: ({ createdByName, createdAt }) => `${createdByName} ${showTime(createdAt).slice(0, 10)}`,
  },
});
