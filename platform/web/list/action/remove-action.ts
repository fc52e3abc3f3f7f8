import type { CallInput, Endpoint } from "@ops/platform/contract";
import { call } from "../../call/client.ts";
import { refreshAround } from "../../call/refresh.ts";
import { feedback } from "../../shell/feedback.ts";
import type { RowAction } from "./actions.ts";

interface Removal<Row> {
  readonly endpoint: Endpoint;
  /** The question before it: `确认删除角色「销售顾问」？` */
  readonly question: (row: Row) => string;
  readonly when?: (row: NoInfer<Row>) => boolean;
  /** How the address names the record; by its id without this. */
  readonly params?: (row: NoInfer<Row>) => Readonly<Record<string, string>>;
  readonly onDone?: (row: NoInfer<Row>) => void;
}

/** 删除: asks, and deletes the version that was seen. */
export function removeAction<Row extends { readonly version: number }>(removal: Removal<Row>): RowAction<Row> {
  const { endpoint, question, when, onDone } = removal;
  const params = removal.params ?? ((row: Row) => ("id" in row ? { id: row.id } : {}));
  return {
    label: "删除",
    needs: endpoint,
    danger: true,
    ...(when ? { when } : {}),
    confirm: question,
    run: async (row) => {
      const input: unknown = { params: params(row), query: { version: row.version } };
      const answer = await call(endpoint, input as CallInput<Endpoint>);
      if (!answer.success) return;
      feedback.message.success("删除成功！");
      refreshAround(endpoint);
      onDone?.(row);
    },
  };
}
