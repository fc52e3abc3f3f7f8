import type { AuthorityTestApp, TestClient } from "@ops/authority/server/testing";
import type { BodyOf } from "@ops/platform/contract";
import { givenPhoto } from "@ops/vehicle/server/testing";
import * as contract from "../../contract/index.ts";
import { lockOrderRow } from "../order/lock-order.ts";

const CODES = ["order:order:view", "order:price:view", "order:change:apply", "order:change:approve"];

type Asked = Partial<BodyOf<typeof contract.applyChange>> & Pick<BodyOf<typeof contract.applyChange>, "kind">;
interface Sold {
  readonly id: string;
  readonly storeId: string;
}

/** The people of changes: whoever asks, the store that decides, and headquarters. */
export function changeDesk(app: AuthorityTestApp) {
  const person = (organization?: { readonly id: string }): Promise<TestClient> =>
    app.signIn({ permissions: CODES, ...(organization ? { scope: "ORG", organization } : {}) });
  const versionOf = async (id: string): Promise<number> => {
    const [row] = await app.rows<{ version: number }>("select version from order_change where id = $1", [id]);
    return row?.version ?? 0;
  };
  const orderRow = ({ id }: { readonly id: string }) => app.arrange((tx) => lockOrderRow(tx, id));
  return {
    person,
    orderRow,
    refusal: ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg],
    /** Asks for a change of an order as it is now, with a proof for a new buyer. */
    async apply(order: Sold, asked: Asked) {
      const seller = await person({ id: order.storeId });
      const proof = asked.customer ? { fileIds: [await givenPhoto(app, seller.user, "orderChange")] } : {};
      const { version } = await orderRow(order);
      return seller.call(contract.applyChange, {
        params: { id: order.id },
        body: { party: "CUSTOMER", reason: "客户要求", ...proof, ...asked, version },
      });
    },
    async decide(id: string, at?: { readonly id: string }, verdict: "APPROVE" | "REJECT" = "APPROVE") {
      const who = await person(at);
      const body = { verdict, note: "已核对", version: await versionOf(id) };
      return who.call(contract.decideChange, { params: { id }, body });
    },
    async withdraw(id: string, at?: { readonly id: string }) {
      const who = await person(at);
      const body = { reason: "不改了", version: await versionOf(id) };
      return who.call(contract.withdrawChange, { params: { id }, body });
    },
    moneyOf: async ({ id }: { readonly id: string }) => {
      const [row] = await app.rows<{ due: number; paid: number; total: number | null; refunds: number }>(
        `select due_fen::int as due, paid_fen::int as paid, lock_total_fen::int as total,
           (select coalesce(sum(amount_fen), 0)::int from order_refund where order_id = order_money.id) as refunds
         from order_money where id = $1`,
        [id],
      );
      return row;
    },
  };
}
