import { actsOf, recordId } from "@ops/platform/contract";
import { z } from "zod";
import { partnerErrors } from "../errors.ts";
import { ContractShape, contractFrame } from "./shape.ts";
import { contractStates } from "./states.ts";

const APPROVE = "partner:contract:approve";

export const fileIds = z.array(recordId).max(20, "附件最多20个").default([]).meta({ label: "附件" });

export const contractActs = actsOf(
  contractStates,
  {
    ...contractFrame,
    number: "contractNo",
    notBy: { columns: ["submittedBy", "createdBy"], refusal: partnerErrors.contractSelf },
  },
  {
    submit: {
      permission: contractFrame.edit,
      audit: "提交合同审批",
      personOnly: true,
      confirm: ({ contractNo }) => `提交合同${contractNo}审批？提交后不能修改`,
      done: "已提交审批",
    },
    approve: {
      permission: APPROVE,
      audit: "审批通过合同",
      byOther: true,
      note: "审批意见",
      button: "通过",
      done: "已通过，等待签署",
    },
    reject: {
      permission: APPROVE,
      audit: "驳回合同",
      byOther: true,
      reason: true,
      danger: true,
      done: "已驳回",
    },
    sign: {
      permission: contractFrame.edit,
      audit: "签署合同",
      body: {
        ...ContractShape.required("signedOn", "brandSigner", "partnerSigner"),
        fileIds: fileIds.meta({ label: "已签署合同" }),
      },
    },
    terminate: {
      permission: APPROVE,
      audit: "解除合同",
      risk: "HIGH",
      reason: true,
      danger: true,
      consequence: ({ kind }) =>
        kind === "MAIN"
          ? "合同自今天起不再有效。若没有其他生效的主合同，权限开关立即关闭并生成暂停草稿。"
          : "合同自今天起不再有效。",
      done: "合同已解除",
    },
  },
);
export const {
  submit: submitContract,
  approve: approveContract,
  reject: rejectContract,
  sign: signContract,
  terminate: terminateContract,
} = contractActs.endpoints;
