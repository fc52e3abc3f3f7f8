import { PersonRef } from "@ops/authority/contract";
import {
  createdAt,
  isIdNumber,
  isUscc,
  normalIdNumber,
  oneOf,
  pointer,
  recordId,
  refName,
  StoredFile,
  sealed,
  sealedPhone,
  shape,
  typedMoment,
  unmaskableOf,
  updatedAt,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { orderFrames } from "../words.ts";

export const customerTypes = { PERSON: "个人", COMPANY: "企业" } as const;
export type CustomerType = keyof typeof customerTypes;

const name = z
  .string("请输入客户姓名")
  .trim()
  .min(2, "请输入客户姓名")
  .max(60, "客户姓名最多60个字")
  .meta({ label: "姓名", examples: ["张三"] });

/** 身份证号 of a person, 统一社会信用代码 of a company. The server checks that it fits the type. */
const idNo = z
  .string("请输入证件号")
  .max(40)
  .meta({ examples: ["11010519491231002X"] }) // its last digit follows from the others, which no pattern can tell
  .transform(normalIdNumber)
  .refine((text) => isIdNumber(text) || isUscc(text), "证件号校验失败")
  .meta({ label: "证件号" });

/** Tells whether a number is of the kind that customers of the type have. */
export const isIdOf = (type: CustomerType, number: string) => (type === "PERSON" ? isIdNumber(number) : isUscc(number));

export const CustomerShape = shape("customer", "客户", {
  type: oneOf(customerTypes, "请选择客户类型").meta({ label: "客户类型" }),
  name: sealed("name", name),
  phone: sealedPhone("手机号"),
  idNo: sealed("idCard", withMeta(idNo.nullable(), { label: "证件号" })),
  /** When somebody has compared the number with the original, and who (OR-R5). */
  identityVerifiedAt: typedMoment("身份核验时间").nullable(),
  identityVerifiedBy: pointer(PersonRef, "核验人").nullable(),
  identityFileIds: z.array(recordId).meta({ label: "证件照片" }),
});

/** Name, phone and number of customers in clear (section 7). */
export const unmaskCustomer = unmaskableOf(CustomerShape, "order:customer:unmask");

export const Customer = CustomerShape.answer({
  identityVerifiedByName: refName(PersonRef, "identityVerifiedBy", "核验人").nullable(),
  /** The photos of the original, for those who may see the number in clear. */
  identityFiles: z.array(StoredFile).meta({ label: "证件照片" }),
  createdAt,
  updatedAt,
});
export type Customer = z.output<typeof Customer>;

/** A customer as whoever places an order types it. */
export const typedCustomer = z.strictObject({
  ...CustomerShape.pick("type", "name", "phone"),
  ...CustomerShape.optional("idNo"),
});
export type TypedCustomer = z.output<typeof typedCustomer>;

/** What all calls of customers have in common. */
export const customerFrame = orderFrames("customers", Customer, {
  view: "order:customer:view",
  edit: "order:customer:edit",
});
