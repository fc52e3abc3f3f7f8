import {
  CONTRACT_TERMS,
  type Contract,
  type ContractKind,
  contractKinds,
  createContract,
  editContract,
  type PartnerDetail,
} from "@ops/partner/contract";
import { choicesOf, FormDialog, fieldsOf, UploadField, useMay } from "@ops/platform/web";
import { Form } from "antd";
import { storedOf } from "./contract-dialogs.tsx";
import { TermsInput } from "./TermsInput.tsx";

const created = fieldsOf(createContract);
const edited = fieldsOf(editContract);
const extensions = ["pdf", "jpg", "png", "doc", "docx"] as const;

interface CreateProps {
  readonly partner: PartnerDetail;
  readonly onClose: () => void;
}

export function CreateContractDialog({ partner, onClose }: CreateProps) {
  const { TextField, SelectField, DayField } = created;
  const { accountLimit, flags, cityCodes } = partner;
  const terms = { accountLimit, flags, serviceCities: cityCodes, isExclusive: false };
  return (
    <FormDialog
      title={`新增合同 · ${partner.shortName}`}
      width={760}
      endpoint={createContract}
      fixed={{ partnerId: partner.id }}
      record={{ kind: "MAIN", terms, fileIds: [] }}
      refusals={{ PARTNER_CONTRACT_NO: "contractNo", PARTNER_CONTRACT_DAYS: "endOn" }}
      done="合同已保存为草稿"
      onClose={onClose}
    >
      <TextField name="contractNo" />
      <TextField name="title" />
      <SelectField name="kind" options={choicesOf(contractKinds)} />
      <span />
      <DayField name="startOn" />
      <DayField name="endOn" />
      <OfKind fields={created} />
      <UploadField of={createContract} name="fileIds" bizType="partnerContract" extensions={extensions} />
    </FormDialog>
  );
}

interface EditProps {
  readonly contract: Contract;
  readonly onClose: () => void;
}

export function EditContractDialog({ contract, onClose }: EditProps) {
  const { TextField, DayField } = edited;
  const { id, title, startOn, endOn, terms, depositFen, version, kind } = contract;
  const record = { title, startOn, endOn, depositFen, fileIds: storedOf(contract).map((file) => file.id), version };
  return (
    <FormDialog
      title={`编辑合同 · ${contract.contractNo}`}
      width={760}
      endpoint={editContract}
      params={{ id }}
      record={{ ...record, ...(terms ? { terms } : {}) }}
      refusals={{ PARTNER_CONTRACT_DAYS: "endOn" }}
      done="合同已保存"
      onClose={onClose}
    >
      <TextField name="title" />
      <span />
      <DayField name="startOn" />
      <DayField name="endOn" />
      <Commercial fields={edited} kind={kind} />
      <UploadField
        of={editContract}
        name="fileIds"
        bizType="partnerContract"
        extensions={extensions}
        known={storedOf(contract)}
      />
    </FormDialog>
  );
}

type Commercials = Pick<typeof created | typeof edited, "MoneyField" | "CustomField">;

function OfKind({ fields }: { readonly fields: Commercials }) {
  return <Commercial fields={fields} kind={Form.useWatch<ContractKind | undefined>("kind") ?? "MAIN"} />;
}

/** Deposit and terms, where such a contract has them and the reader may see them. */
function Commercial({ fields, kind }: { readonly fields: Commercials; readonly kind: ContractKind }) {
  const may = useMay();
  const { MoneyField, CustomField } = fields;
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
