import assert from "node:assert/strict";
import { type AuthorityTestApp, givenOrganization, type TestClient } from "@ops/authority/server/testing";
import { givenStore } from "@ops/store/server/testing";
import type { CancelLineKind, OrderStatus } from "../../contract/index.ts";
import * as contract from "../../contract/index.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import type { PlacedOrder } from "../order/place.ts";
import type { OrderRow } from "../order/tables.ts";
import { givenLockedOrder, givenOrder, givenPaid } from "../testing-orders.ts";
import { registerCancelCost } from "./costs.ts";

const CANCEL_CODES = ["order:order:view", "order:price:view", "order:cancel:apply"];

/** Costs of modules above, by the state of the order; the tests say how much. */
export class Costs {
  readonly fen: Partial<Record<"FREIGHT" | "RIGHTS", (status: OrderStatus) => number>> = {};

  constructor() {
    for (const [kind, label] of [
      ["FREIGHT", "物流费"],
      ["RIGHTS", "权益扣回"],
    ] as const) {
      registerCancelCost({
        kind,
        label,
        linesOf: async (_tx, { status }) => {
          const fen = this.fen[kind]?.(status) ?? 0;
          return fen > 0 ? [{ fen, source: `${label}模块` }] : [];
        },
      });
    }
  }
}

interface Applied {
  readonly party?: "CUSTOMER" | "BRAND";
  readonly waived?: Partial<Record<CancelLineKind, number>>;
  readonly waiveReason?: string;
  readonly refundFen?: number;
}

/** Makes the helpers for tests about cancellations. */
export function cancelStory(app: AuthorityTestApp) {
  /** Makes an order with 大定 5 000 and 首付 60 000 元 in this state, in a store of a region. */
  async function given(state: OrderStatus, wishes: Partial<PlacedOrder> = {}): Promise<OrderRow> {
    const region = await givenOrganization(app, { type: "REGION" });
    const organization = await givenOrganization(app, { type: "STORE", parent: region });
    const { id: storeId } = await givenStore(app, { organization });
    const isBefore = state === "SMALL" || state === "BIG";
    const order = isBefore
      ? await givenPaid(app, await givenOrder(app, { storeId, ...wishes }), state === "SMALL" ? 100_000 : 500_000)
      : await givenLockedOrder(app, { storeId, ...wishes });
    if (!isBefore) {
      app.passTime(1); // the newer payment is told apart by its time
      await givenPaid(app, order, 6_000_000);
      await app.rows("update sales_order set state = $2 where id = $1", [order.id, state]);
    }
    return orderOf(order);
  }

  const orderOf = ({ id }: { readonly id: string }) => app.arrange((tx) => lockOrderRow(tx, id));
  const seller = () => app.signIn({ permissions: CANCEL_CODES });
  const approver = (...codes: string[]) =>
    app.signIn({ permissions: codes.length > 0 ? codes : ["order:cancel:approve", "order:order:view"] });

  const preview = async (by: TestClient, { id }: { readonly id: string }, party?: "CUSTOMER" | "BRAND") =>
    by.call(contract.previewCancel, { params: { id }, query: party ? { party } : {} });

  /** Applies for what the preview shows, with these wishes. */
  async function apply(by: TestClient, order: OrderRow, wishes: Applied = {}) {
    const { data: shown } = await preview(by, order, wishes.party);
    const lines = shown.charges.map(({ kind, fen }) => ({ kind, fen, waivedFen: wishes.waived?.[kind] ?? 0 }));
    const { refundFen } = contract.coverLines(lines, shown.paidFen);
    return by.call(contract.applyCancel, {
      params: { id: order.id },
      body: {
        reasonCode: "PLAN",
        party: wishes.party ?? "CUSTOMER",
        lines,
        refundFen: wishes.refundFen ?? refundFen,
        version: (await orderOf(order)).version,
        ...(wishes.waiveReason ? { waiveReason: wishes.waiveReason } : {}),
      },
    });
  }

  /** Applies and answers the open cancellation. */
  async function applied(by: TestClient, order: OrderRow, wishes: Applied = {}) {
    const answer = await apply(by, order, wishes);
    assert.equal(answer.msg, "");
    return openOf(by, order);
  }

  async function openOf(by: TestClient, { id }: { readonly id: string }) {
    const { data } = await by.call(contract.getOrderRequests, { params: { id } });
    const [newest] = data.cancels;
    assert.ok(newest);
    return newest;
  }

  const decide = (
    by: TestClient,
    { id, version }: { readonly id: string; readonly version: number },
    verdict: "APPROVE" | "REJECT" = "APPROVE",
    note?: string,
  ) => by.call(contract.decideCancel, { params: { id }, body: { verdict, version, ...(note ? { note } : {}) } });

  /** Lets as many people agree as have to. */
  async function approveAll(by: TestClient, order: OrderRow) {
    for (let open = await openOf(by, order); open.state === "REVIEW"; open = await openOf(by, order)) {
      const finance = open.chain?.levels.find(({ verdict }) => verdict === null)?.label === "财务";
      const one = await (finance ? approver("order:refund:approve") : approver());
      assert.equal((await decide(one, open)).msg, "");
    }
    return openOf(by, order);
  }

  const refundsOf = ({ id }: { readonly id: string }) =>
    app.rows<{ why: string; fen: number; state: string }>(
      "select why, amount_fen::int as fen, state from order_refund where order_id = $1 order by id",
      [id],
    );
  const toldOf = async ({ id }: { readonly id: string }, name: string) =>
    (
      await app.rows<{ payload: Readonly<Record<string, unknown>> }>(
        "select payload from event_outbox where name = $2 and payload ->> 'orderId' = $1 order by id",
        [id, name],
      )
    ).map(({ payload }) => payload);

  return { given, orderOf, seller, approver, preview, apply, applied, openOf, decide, approveAll, refundsOf, toldOf };
}
