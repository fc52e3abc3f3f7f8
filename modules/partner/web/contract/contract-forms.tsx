import {
  CONTRACT_TERMS,
  type Contract,
  type ContractKind,
  ContractShape,
  createContract,
  editContract,
  type PartnerDetail,
} from "@ops/partner/contract";
import { fieldsOf, RecordForm, UploadField, useMay } from "@ops/platform/web";
import { Form } from "antd";
import { storedOf } from "./contract-dialogs.tsx";
import { TermsInput } from "./TermsInput.tsx";

/** A new contract of a partner, or one to edit. */
type Props = { readonly onClose: () => void } & (
  | { readonly partner: PartnerDetail; readonly contract: null }
  | { readonly contract: Contract }
);

export function ContractForm(props: Props) {
  const { contract, onClose } = props;
  const given = contract ? editOf(contract) : startAt(props.partner);
  return (
    <RecordForm
      entity={ContractShape.entity}
      create={createContract}
      edit={editContract}
      record={contract}
      kind="drawer"
      width={760}
      {...given}
      fields={["contractNo", "title", "kind", "startOn", "endOn", "depositFen", "fileIds"]}
      special={{
        title: { alone: contract !== null },
        kind: { alone: true },
        depositFen: contract ? <Commercial kind={contract.kind} /> : <OfChosenKind />,
        fileIds: (
          <UploadField
            of={editContract}
            name="fileIds"
            bizType="partnerContract"
            extensions={extensions}
            known={contract ? storedOf(contract) : []}
          />
        ),
      }}
      refusals={{ PARTNER_CONTRACT_NO: "contractNo", PARTNER_CONTRACT_DAYS: "endOn" }}
      done={["合同已保存为草稿", "合同已保存"]}
      onClose={onClose}
    />
  );
}

const extensions = ["pdf", "jpg", "png", "doc", "docx"] as const;

function startAt({ id, shortName, accountLimit, flags, cityCodes }: PartnerDetail) {
  const terms = { accountLimit, flags, serviceCities: cityCodes, isExclusive: false };
  return { name: shortName, fixed: { partnerId: id }, start: { kind: "MAIN" as const, terms, fileIds: [] } };
}

function editOf(contract: Contract) {
  return { name: contract.contractNo, stored: { fileIds: storedOf(contract).map((file) => file.id) } };
}

function OfChosenKind() {
  return <Commercial kind={Form.useWatch<ContractKind | undefined>("kind") ?? "MAIN"} />;
}

const { MoneyField, CustomField } = fieldsOf(editContract); // the form of a new record has the same fields

/** Deposit and terms, if this kind of contract has them and the reader may see them. */
function Commercial({ kind }: { readonly kind: ContractKind }) {
  const may = useMay();
  if (kind !== "MAIN" && kind !== "SUPPLEMENT") return null;
  return (
    <>
      <MoneyField name="depositFen" />
      <span />
      {may(CONTRACT_TERMS) && (
        <CustomField
          name="terms"
          full
          hint={kind === "SUPPLEMENT" ? "只填写与主合同不同的条款，其余沿用主合同" : "带 * 的条款提交审批前须填写"}
          show={() => "商务条款"}
        >
          <TermsInput isMain={kind === "MAIN"} />
        </CustomField>
      )}
    </>
  );
}
