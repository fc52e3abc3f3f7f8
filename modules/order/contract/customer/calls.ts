import { callsOf, endpoint, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { ORDER_PAGE } from "../words.ts";
import { CustomerShape, customerFrame } from "./shape.ts";

const calls = callsOf(CustomerShape, customerFrame);

export const getCustomer = calls.get();

const { idNo } = CustomerShape.required("idNo");

/** What is left out stays as it is. Another number is verified anew, and a number is never taken away. */
export const editCustomer = calls.edit({ ...CustomerShape.optional("name", "phone"), idNo: idNo.optional() });

/** Finds the customer of a phone before an order is placed. It is counted and logged as a search. */
export const findCustomer = endpoint({
  method: "GET",
  path: "/order/v1/customers/find",
  title: "按手机号查找客户",
  permission: "order:order:create",
  page: ORDER_PAGE,
  query: z.object(CustomerShape.pick("type", "phone")),
  answer: z.object({
    customer: z
      .object({
        id: z.string(),
        nameMasked: withMeta(z.string(), { label: "姓名", masked: true }),
        phoneMasked: withMeta(z.string(), { label: "手机号", masked: true }),
      })
      .nullable(),
    /** Orders of the customer that are not at their end, among those that the caller may see. */
    openOrders: z.array(
      z.object({
        id: z.string(),
        orderNo: withMeta(z.string(), { label: "订单号" }),
        stateName: withMeta(z.string(), { label: "状态" }),
        seriesName: withMeta(z.string(), { label: "车系" }),
      }),
    ),
  }),
});
