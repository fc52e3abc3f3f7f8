import { Contract, contractStates, getContract, termLabels, termOrder } from "@ops/partner/contract";
import {
  DrawerActions,
  FieldList,
  FilePreview,
  LogsView,
  RecordInstead,
  StateTag,
  showMoney,
  useClosing,
  useEndpoint,
} from "@ops/platform/web";
import { Drawer, Tabs } from "antd";
import { contractTones, useContractActions } from "./contract-actions.tsx";
import { showTerm } from "./EffectiveTermsCard.tsx";

interface Props {
  readonly id: string;
  readonly onClose: () => void;
}

/** One contract: what it says, its signed files, and its log. */
export function ContractDrawer({ id, onClose }: Props) {
  const { drawer } = useClosing(onClose);
  const answer = useEndpoint(getContract, { params: { id } }, { silent: true });
  const { data } = answer;
  const title = data ? (
    <span className="partner-head">
      {data.title}
      <small>{data.contractNo}</small>
      <StateTag machine={contractStates} state={data.state} tones={contractTones} />
    </span>
  ) : (
    "合同"
  );
  return (
    <Drawer title={title} size={760} {...drawer}>
      {data ? <Content contract={data} /> : <RecordInstead answer={answer} />}
    </Drawer>
  );
}

function Content({ contract }: { readonly contract: Contract }) {
  return (
    <>
      <DrawerActions actions={useContractActions()} record={contract} />
      <Tabs
        items={[
          { key: "facts", label: "合同内容", children: <Facts contract={contract} /> },
          {
            ...{ key: "logs", label: "操作日志" },
            children: <LogsView bizType="partnerContract" bizId={contract.id} />,
          },
        ]}
      />
    </>
  );
}

function Facts({ contract }: { readonly contract: Contract }) {
  const { terms, files, depositFen } = contract;
  return (
    <>
      <FieldList
        schema={Contract}
        record={contract}
        fields={[
          ...[{ show: "partnerName" as const }, { show: "kind" as const }],
          ...[{ show: "startOn" as const }, { show: "endOn" as const }],
          { show: "depositFen", as: () => showMoney(depositFen) },
          ...[{ show: "prevContractNo" as const }, { show: "signedOn" as const }, { show: "brandSigner" as const }],
          ...[{ show: "partnerSigner" as const }, { show: "terminatedOn" as const }, { show: "stateReason" as const }],
        ]}
      />
      {terms && (
        <section className="partner-part">
          <h3>商务条款</h3>
          <dl className="contract-term-list">
            {termOrder
              .filter((name) => terms[name] !== undefined)
              .map((name) => (
                <div key={name}>
                  <dt>{termLabels[name]}</dt>
                  <dd>{showTerm(terms, name)}</dd>
                </div>
              ))}
          </dl>
          {Object.keys(terms).length === 0 && <p className="partner-none">没有商务条款</p>}
        </section>
      )}
      <section className="partner-part">
        <h3>附件</h3>
        {files.length === 0 && <p className="partner-none">没有附件</p>}
        <ul className="contract-files">
          {files.map((file) => (
            <li key={file.id}>
              <FilePreview file={file.stored} />
              <span>
                {file.fileName}
                {contract.signedOn && <small title={file.sha256}>指纹 {file.sha256.slice(0, 16)}</small>}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
