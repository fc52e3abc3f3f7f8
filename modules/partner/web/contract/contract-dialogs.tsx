import {
  type Contract,
  renewContract,
  reviewContract,
  signContract,
  terminateContract,
  yearEnd,
} from "@ops/partner/contract";
import { addDays, dayOf } from "@ops/platform/contract";
import { FormDialog, fieldsOf, ReasonDialog, serverNow, UploadField } from "@ops/platform/web";
import { Alert } from "antd";
import { staleContracts } from "./stale.ts";

interface Props {
  readonly contract: Contract;
  readonly onClose: () => void;
}

/** Its files whose content is there. */
export const storedOf = ({ files }: Contract) => files.flatMap(({ stored }) => stored ?? []);

const signed = fieldsOf(signContract);

export function SignDialog({ contract, onClose }: Props) {
  const { DayField, TextField } = signed;
  const { id, contractNo, version } = contract;
  return (
    <FormDialog
      title={`签署 · ${contractNo}`}
      endpoint={signContract}
      params={{ id }}
      record={{ signedOn: dayOf(new Date(serverNow())), fileIds: storedOf(contract).map((file) => file.id), version }}
      refusals={{ PARTNER_CONTRACT_FILE: "fileIds" }}
      okText="确认签署"
      done="合同已签署"
      refreshes={staleContracts}
      onClose={onClose}
    >
      <Alert
        className="form-full form-alert"
        type="info"
        showIcon
        title="签署后附件与条款不能再改，变更须签补充协议。"
      />
      <DayField name="signedOn" />
      <span />
      <TextField name="brandSigner" />
      <TextField name="partnerSigner" />
      <UploadField
        of={signContract}
        name="fileIds"
        required
        bizType="partnerContract"
        extensions={["pdf", "jpg", "png"]}
        known={storedOf(contract)}
      />
    </FormDialog>
  );
}

const renewed = fieldsOf(renewContract);

export function RenewDialog({ contract, onClose }: Props) {
  const { TextField, DayField } = renewed;
  const { id, contractNo, endOn, version } = contract;
  const startOn = addDays(endOn, 1);
  return (
    <FormDialog
      title={`续签 · ${contractNo}`}
      endpoint={renewContract}
      params={{ id }}
      record={{ startOn, endOn: yearEnd(startOn), version }}
      refusals={{ PARTNER_CONTRACT_NO: "contractNo", PARTNER_CONTRACT_DAYS: "endOn" }}
      okText="生成续签草稿"
      done="续签草稿已生成，条款沿用原合同"
      refreshes={staleContracts}
      onClose={onClose}
    >
      <TextField name="contractNo" />
      <span />
      <DayField name="startOn" hint={`原合同${endOn}到期，次日开始则权限不间断`} />
      <DayField name="endOn" />
    </FormDialog>
  );
}

const reviewed = fieldsOf(reviewContract);

export function ReviewDialog({ contract, isApproved, onClose }: Props & { readonly isApproved: boolean }) {
  const { TextAreaField } = reviewed;
  const { id, contractNo, version } = contract;
  return (
    <FormDialog
      kind="modal"
      title={`${isApproved ? "审批通过" : "驳回"} · ${contractNo}`}
      endpoint={reviewContract}
      params={{ id }}
      fixed={{ isApproved }}
      record={{ version }}
      okText={isApproved ? "通过" : "驳回"}
      danger={!isApproved}
      done={isApproved ? "已通过，等待签署" : "已驳回"}
      refreshes={staleContracts}
      onClose={onClose}
    >
      <TextAreaField name="note" />
    </FormDialog>
  );
}

export function TerminateDialog({ contract: { id, contractNo, kind, version }, onClose }: Props) {
  return (
    <ReasonDialog
      title={`解除合同 · ${contractNo}`}
      endpoint={terminateContract}
      params={{ id }}
      version={version}
      consequence={
        kind === "MAIN"
          ? "合同自今天起不再有效。若没有其他生效的主合同，权限开关立即关闭并生成暂停草稿。"
          : "合同自今天起不再有效。"
      }
      okText="解除"
      danger
      done="合同已解除"
      refreshes={staleContracts}
      onClose={onClose}
    />
  );
}
