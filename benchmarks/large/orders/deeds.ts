import { wireTime } from "@ops/platform/contract";
import { z } from "zod";
import { callerOf } from "../call.ts";
import { type Deed, quantile, type Served, timed, within } from "../kind.ts";
import type { KnownOrders } from "./known.ts";

const path = "/order/v1/orders";
const Made = z.object({ id: z.string(), version: z.int() });

/** What a launch evening does most, one after the other on one node (section 13): an order is placed, and its deposit arrives. */
export async function orderDeeds({ known, ports: [port], isSmall }: Served<KnownOrders>): Promise<Deed[]> {
  const call = callerOf(port);
  const { storeId, seriesId } = known;
  const run = String(Date.now()).slice(-6);
  const took: { placed: number[]; paid: number[] } = { placed: [], paid: [] };
  for (let n = 0; n < (isSmall ? 3 : 100); n++) {
    const customer = { type: "PERSON", name: "规模客户", phone: `13${run}${String(n).padStart(3, "0")}` };
    const placed = await timed(() => call("POST", path, Made, { customer, storeId, seriesId }));
    took.placed.push(placed.ms);
    const given = { kind: "SMALL", channel: "WECHAT", amountFen: 100_000, txnNo: `B${run}${n}` };
    const body = { ...given, paidAt: wireTime(new Date()), remark: null };
    const paid = await timed(() => call("POST", `${path}/${placed.result.id}/payments`, z.object({}), body));
    took.paid.push(paid.ms);
  }
  return [
    within("an order placed: p95", 150, quantile(took.placed, 0.95)),
    within("its deposit entered: p95", 150, quantile(took.paid, 0.95)),
  ];
}
