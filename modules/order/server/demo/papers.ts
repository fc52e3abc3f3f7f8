import { demoId, pastStamp } from "@ops/platform/server";
import type { Priced } from "../order/price.ts";
import { digestContent } from "../paper/content.ts";
import type { ContractRow, InvoiceRow } from "../paper/tables.ts";
import { HOUR_MS, later } from "./clock.ts";
import type { Ground } from "./ground.ts";
import type { DemoCustomer } from "./people.ts";
import { atStage, type OrderPlan, stateOf } from "./plan.ts";

/** So many orders that are handed over had an invoice that was reversed, and one that has arrived got none. */
const [RED, FAILED] = [2, 1];

/** Writes the papers of orders one after the other, with the few that went wrong. */
export class Clerk {
  readonly #ground: Ground;
  readonly #customers: ReadonlyMap<string, DemoCustomer>;
  #red = 0;
  #failed = 0;

  constructor(ground: Ground, customers: ReadonlyMap<string, DemoCustomer>) {
    this.#ground = ground;
    this.#customers = customers;
  }

  /** Every locked order has its contract, which most customers have signed; it is void with the order. */
  async contractOf(plan: OrderPlan, { lines, totalFen }: Priced): Promise<ContractRow[]> {
    const { lockedAt, choice, orderNo } = plan;
    const buyer = this.#customers.get(plan.customerId);
    if (!lockedAt || !choice || !buyer) return [];
    const state = stateOf(plan);
    const isDraft = state === "LOCKED" && this.#ground.draw.chance(50);
    const isVoid = state === "CANCELLED";
    const signedAt = isDraft ? null : notLater(this.#ground, later(lockedAt, 3 * HOUR_MS));
    const content = {
      orderNo,
      carConfigId: choice.carConfigId,
      optionCodes: choice.optionCodes.toSorted(),
      extColor: choice.extColor,
      intColor: choice.intColor,
      lines: lines.map(({ kind, name, amountFen }) => ({ kind, name, amountFen })),
      totalFen: totalFen ?? 0,
    };
    return [
      {
        id: demoId(`contract:${orderNo}`),
        ...pastStamp(lockedAt),
        contractNo: await this.#ground.numbers.next("orderContract", "HT", lockedAt),
        orderId: plan.id,
        contentHash: digestContent(buyer, content),
        state: isVoid ? "VOID" : isDraft ? "DRAFT" : "SIGNED",
        sentAt: signedAt,
        signedAt,
        outsideNo: signedAt ? `QS${orderNo.slice(2)}` : null,
        voidReason: isVoid ? "订单退订" : null,
      },
    ];
  }

  /** The invoice comes when everything is paid and the customer is about to come. */
  invoicesOf(plan: OrderPlan, { lines }: Priced): InvoiceRow[] {
    const state = stateOf(plan);
    const at = atStage(plan, "READY") ?? atStage(plan, "ARRIVED");
    const buyer = this.#customers.get(plan.customerId);
    if (!at || !buyer || plan.paid !== "ALL") return [];
    const amountFen = lines.reduce(
      (sum, { kind, amountFen: fen }) => sum + (kind === "PACK" || kind === "FEE" ? 0 : fen),
      0,
    );
    const row = (name: string, more: Partial<InvoiceRow>): InvoiceRow => {
      const stamp = { id: demoId(`invoice:${plan.orderNo}:${name}`), ...pastStamp(at) };
      const sealed = {
        ...this.#ground.tx.vault.seal({ field: "title", kind: "name", text: buyer.name, id: stamp.id }),
        ...this.#ground.tx.vault.seal({ field: "taxNo", kind: "idCard", text: buyer.idNo, id: stamp.id }),
      };
      const none = {
        invoiceNo: null,
        issuedAt: null,
        redNo: null,
        redAt: null,
        redReason: null,
        redTries: 0,
        askedAt: null,
        failure: null,
      };
      return { ...stamp, ...sealed, ...none, orderId: plan.id, kind: "CAR", amountFen, state: "APPLYING", ...more };
    };
    const issued = (no: string) =>
      ({ invoiceNo: `${no}${plan.orderNo.slice(-6)}`, issuedAt: at, state: "ISSUED" }) as const;
    if (state === "ARRIVED") {
      return this.#failed++ < FAILED
        ? [row("failed", { state: "FAILED", failure: "开票系统返回：购方名称与证件号不符" })]
        : [];
    }
    if (state === "READY") return [row("car", issued("24"))];
    if (state !== "DELIVERED") return [];
    if (this.#red++ >= RED) return [row("car", issued("24"))];
    const red = {
      redNo: `25${plan.orderNo.slice(-6)}`,
      redAt: at,
      redReason: "抬头有误",
      redTries: 1,
      state: "RED",
    } as const;
    return [row("red", { ...issued("23"), ...red }), row("car", issued("24"))];
  }
}

const notLater = ({ tx }: Ground, at: Date) => new Date(Math.min(at.getTime(), tx.now.getTime()));
