import { OrganizationRef } from "@ops/authority/contract";
import {
  actsOf,
  businessErrors,
  callsOf,
  endpoint,
  idParams,
  keyword,
  oneOf,
  recordId,
  ref,
  requiredText,
  version,
} from "@ops/platform/contract";
import { z } from "zod";
import { Certification, CertificationShape, CertResultShape, certFrame } from "./shape.ts";
import { certStates } from "./states.ts";

export const certErrors = businessErrors("STORE", {
  certRetry: "已达最大补考次数",
  certSelf: "不能审核本人认证",
  certJudgeSelf: "不能核实本人上报或本人的认证",
  certMissing: "「{name}」尚未登记结果",
  certEvidence: "「{name}」至少上传{n}个附件",
  certShort: "未达到认证标准，不能通过",
  certItem: "标准不属于本次认证",
  certDown: "请选择下岗标准",
  certNoStandard: "该岗位没有已上线的岗位标准",
  certTraining: "该岗位有{n}人培训认证中，不能取消认证要求",
  traineeRole: "请先在系统参数中设置学员角色",
});

const LIST = "store:cert:list";
const calls = callsOf(CertificationShape, certFrame);
const lists = callsOf(CertificationShape, { ...certFrame, answer: Certification, view: LIST });

export const listCertifications = lists.list(
  CertificationShape.query({
    is: ["state", "positionCode", "staffId", "storeId"],
    within: ["expireOn", "certifiedOn"],
    sort: ["expireOn", "updatedAt"],
    more: { keyword: keyword("姓名 / 工号"), orgId: ref(OrganizationRef, "所属组织").optional() },
  }),
);
export const getCertification = calls.get();

/** Saves what was shown; another score or outcome of an item is another attempt. Items that are not named stay. */
export const saveCertResults = endpoint({
  method: "PUT",
  path: `${certFrame.path}/{id}/results`,
  audit: "登记认证结果",
  permission: certFrame.edit,
  page: certFrame.page,
  changes: CertificationShape.table,
  params: idParams,
  body: z.strictObject({
    results: z
      .array(z.strictObject(CertResultShape.pick("itemId", "score", "isPassed", "fileIds", "note")))
      .min(1, "请登记结果")
      .max(60, "标准最多60条")
      .refine((list) => new Set(list.map(({ itemId }) => itemId)).size === list.length, "标准不能重复")
      .meta({ label: "结果" }),
    version,
  }),
  answer: certFrame.answer,
});

const certNumber = ({ staffName, positionName }: { staffName: string; positionName: string }) =>
  `${staffName}·${positionName}`;

export const certActs = actsOf(
  certStates,
  { ...certFrame, number: certNumber, requires: [LIST] },
  {
    submit: {
      permission: certFrame.edit,
      audit: "提交认证审核",
      primary: true,
      confirm: (cert) => `提交${certNumber(cert)}的认证？`,
      done: "已提交审核！",
    },
    /** The roles stay until somebody else has judged it (ST-R15). */
    report: {
      permission: "store:cert:report",
      audit: "红线上报",
      risk: "HIGH",
      danger: true,
      body: {
        itemId: recordId.meta({ label: "下岗标准" }),
        note: requiredText("上报说明", 500),
        fileIds: z.array(recordId).min(1, "请上传证据").max(9, "附件最多9个").meta({ label: "证据" }),
      },
      title: "红线上报",
      done: "已上报，待核实！",
    },
  },
);
export const { submit: submitCertification, report: reportCertification } = certActs.endpoints;

export const certReviews = { APPROVE: "通过", REJECT: "不通过" } as const;
export const reviewCertification = calls.on(
  "review",
  "审核认证",
  {
    verdict: oneOf(certReviews, "请选择审核结果！").meta({ label: "审核结果" }),
    note: CertResultShape.fields.note,
  },
  { permission: "store:cert:review", risk: "HIGH", requires: [LIST] },
);

export const certJudgements = { REVOKE: "吊销认证", CLEAR: "不成立" } as const;
export const judgeCertification = calls.on(
  "judge",
  "核实红线上报",
  {
    verdict: oneOf(certJudgements, "请选择核实结果！").meta({ label: "核实结果" }),
    note: requiredText("核实说明", 200),
  },
  { permission: "store:cert:revoke", risk: "HIGH", requires: [LIST] },
);
