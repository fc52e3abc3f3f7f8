import { businessErrors } from "@ops/platform/contract";

/** Refusals about verifications and what has to be put right: `STORE_…`. */
export const verifyErrors = businessErrors("STORE", {
  verifyOwner: "验收人不能是本项目节点负责人",
  verifyPerson: "验收人不存在或账号不可用",
  verifyOpen: "上一轮{kind}尚未完成",
  verifyChecks: "项目模板没有{kind}的验收项",
  verifyMine: "您不是本次验收的验收人",
  verifyItems: "验收单不完整：{codes}",
  verifyScore: "验收项{code}的得分不能超过{max}",
  verifyEvidence: "不合格项须填写说明并上传图片：{codes}",
  verifyFailed: "总分低于{n}，请标记不合格项",
  rectifyDeadline: "整改期限不能晚于计划开业日期",
  rectifyOwner: "请先指定整改责任人：{codes}",
  rectifyPicture: "请上传整改后图片",
  rectifySelf: "整改须由责任人以外的验收人关闭",
});
