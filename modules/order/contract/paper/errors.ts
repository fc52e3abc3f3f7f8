import { businessErrors } from "@ops/platform/contract";

/** Refusals about contracts, invoices and the steps of payment (OR-R10, OR-R18). */
export const paperErrors = businessErrors("ORDER", {
  contractStale: "配置已变更，请重新生成合同",
  invoiceNoVin: "车辆未下线，不能开票",
  invoiceContract: "合同未签署，不能开票",
  invoiceOpen: "订单已有发票",
  invoiceNone: "订单没有已开具的发票",
  invoiceRunning: "正在开票，请等待开票结果",
  invoiceSure: "没有结果不明的开票或红冲",
  invoiceNumber: "请填写发票号码",
  invoiceIssued: "已开票，请先红冲发票",
  payStep: "请先完成：{steps}",
  loanMode: "付款方式不是{mode}",
  loanNone: "请填写贷款状态或租赁合同号",
  loanStep: "贷款{from}，不能改为{to}",
});
