import { FileTextOutlined } from "@ant-design/icons";
import {
  type Contract,
  contractKinds,
  contractStates,
  createContract,
  getEffectiveTerms,
  listContracts,
  type PartnerDetail,
} from "@ops/partner/contract";
import {
  Note,
  NotLoaded,
  offered,
  RecordDrawer,
  RowActions,
  StateTag,
  showMoney,
  useAsking,
  useDialog,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import { Button, Skeleton, Table, Tag } from "antd";
import { EndDay } from "../company/EndDay.tsx";
import { ContractTimeline } from "./ContractTimeline.tsx";
import { contractActions, contractTones } from "./contract-actions.tsx";
import { CreateContractDialog } from "./contract-forms.tsx";
import { contractRecord } from "./contract-record.tsx";
import { EffectiveTermsCard } from "./EffectiveTermsCard.tsx";
import "./contract.css";

const closed: readonly PartnerDetail["state"][] = ["EXITING", "TERMINATED"];

/** 合同: when which contract holds, what holds now and why, and what can be done with each. */
export function ContractsTab({ partner }: { readonly partner: PartnerDetail }) {
  const may = useMay();
  const adding = useDialog<true>();
  const query = { partnerId: partner.id, pageSize: 100, sortBy: "startOn", sortOrder: "desc" } as const;
  const { data, error, refetch } = useEndpoint(listContracts, { query }, { silent: true });
  if (error && !data) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const mayAdd = may(createContract) && !closed.includes(partner.state);
  const add = mayAdd && (
    <Button type="primary" size="small" onClick={() => adding.open(true)}>
      新增合同
    </Button>
  );
  return (
    <div className="contracts">
      {data.list.length === 0 ? (
        <Note
          icon={<FileTextOutlined />}
          sentence="还没有合同"
          hint="主合同生效后，账号上限与权限开关随之生效"
          action={add}
        />
      ) : (
        <>
          <ContractTimeline contracts={data.list} extra={add} />
          {may(getEffectiveTerms) && <EffectiveTermsCard partnerId={partner.id} />}
          <ContractTable contracts={data.list} />
        </>
      )}
      {adding.value && <CreateContractDialog partner={partner} onClose={adding.close} />}
    </div>
  );
}

function ContractTable({ contracts }: { readonly contracts: readonly Contract[] }) {
  const may = useMay();
  const opened = useDialog<Contract>();
  const { actions, dialog } = useAsking(contractActions);
  return (
    <>
      <Table
        rowKey="id"
        size="small"
        className="tabular"
        pagination={false}
        dataSource={[...contracts]}
        onRow={(row) => ({ onDoubleClick: () => opened.open(row) })}
        columns={[
          {
            title: "合同号",
            key: "no",
            width: 132,
            render: (_, row) => (
              <Button type="link" size="small" className="contract-no" onClick={() => opened.open(row)}>
                {row.contractNo}
              </Button>
            ),
          },
          { title: "名称", dataIndex: "title", ellipsis: true },
          { title: "类型", key: "kind", width: 80, render: (_, { kind }) => contractKinds[kind] },
          { title: "开始", key: "startOn", width: 176, render: (_, row) => <StartDay contract={row} /> },
          { title: "结束", key: "endOn", width: 150, render: (_, row) => <LastDay contract={row} /> },
          {
            title: "保证金",
            key: "deposit",
            width: 112,
            align: "right",
            render: (_, { depositFen }) => showMoney(depositFen),
          },
          {
            title: "状态",
            key: "state",
            width: 90,
            render: (_, { state }) => <StateTag machine={contractStates} state={state} tones={contractTones} />,
          },
          {
            title: "操作",
            key: "act",
            width: 150,
            render: (_, row) => <RowActions row={row} actions={offered(actions, row, may)} />,
          },
        ]}
      />
      {opened.value && <RecordDrawer of={contractRecord} id={opened.value.id} onClose={opened.close} />}
      {dialog}
    </>
  );
}

/** Days that no contract covers are shown in red. */
function StartDay({ contract: { startOn, gapDays } }: { readonly contract: Contract }) {
  return (
    <span className="contract-start">
      {startOn}
      {gapDays > 0 && (
        <Tag className="contract-gap" color="error">
          间断{gapDays}天
        </Tag>
      )}
    </span>
  );
}

/** A nearing end is told only of what holds. */
function LastDay({ contract: { endOn, state } }: { readonly contract: Contract }) {
  return state === "EFFECTIVE" || state === "EXPIRED" ? <EndDay day={endOn} /> : endOn;
}
