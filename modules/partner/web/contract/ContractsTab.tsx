import { FileTextOutlined } from "@ant-design/icons";
import {
  type Contract,
  createContract,
  getEffectiveTerms,
  listContracts,
  type PartnerDetail,
} from "@ops/partner/contract";
import {
  actionColumns,
  Note,
  NotLoaded,
  RecordDrawer,
  tableColumnsOf,
  useAsking,
  useDialog,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import { Button, Skeleton, Table, Tag } from "antd";
import { EndDay } from "../company/EndDay.tsx";
import { ContractTimeline } from "./ContractTimeline.tsx";
import { contractActions, contractTones } from "./contract-actions.tsx";
import { ContractForm } from "./contract-forms.tsx";
import { contractRecord } from "./contract-record.tsx";
import { EffectiveTermsCard } from "./EffectiveTermsCard.tsx";
import "./contract.css";

const closed: readonly PartnerDetail["state"][] = ["EXITING", "TERMINATED"];

/** 合同: the periods of all contracts, the terms in force with their sources, and the actions on each contract. */
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
      {adding.value && <ContractForm contract={null} partner={partner} onClose={adding.close} />}
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
          ...tableColumnsOf(listContracts, {
            contractNo: { width: 132, opens: opened.open },
            title: "名称",
            kind: true,
            startOn: { title: "开始", width: 176, as: (contract) => <StartDay contract={contract} /> },
            endOn: { title: "结束", width: 150, as: (contract) => <LastDay contract={contract} /> },
            depositFen: true,
            state: { tones: contractTones },
          }),
          ...actionColumns(actions, may),
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

/** Only the end of a contract that is or was in force is coloured. */
function LastDay({ contract: { endOn, state } }: { readonly contract: Contract }) {
  return state === "EFFECTIVE" || state === "EXPIRED" ? <EndDay day={endOn} /> : endOn;
}
