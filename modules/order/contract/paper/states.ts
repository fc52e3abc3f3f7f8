export const invoiceKinds = { CAR: "机动车销售统一发票", VAT: "增值税发票" } as const;

/** What people find out about an invoice, or about taking it back, when the tax program does not tell. */
export const invoiceOutcomes = { DONE: "已完成", NOT_DONE: "未完成" } as const;
