import { type ChangedItem, type ChangePreview as Previewed, previewChange } from "@ops/order/contract";
import type { CallInput } from "@ops/platform/contract";
import { NotLoaded, Refusal, showMoney, useEndpoint } from "@ops/platform/web";
import { Alert, Skeleton } from "antd";
import { ChangedItems } from "./change-record.tsx";
import "./change.css";

interface Props {
  readonly orderId: string;
  /** What is asked for. */
  readonly query: CallInput<typeof previewChange>["query"];
  /** What differs besides what the server tells. */
  readonly items?: readonly ChangedItem[];
}

/** What a change would mean, before it is asked for: before and after, price and promise, and who has to agree (OR-R7). */
export function ChangePreview({ orderId, query, items = [] }: Props) {
  const { data, error, refetch } = useEndpoint(previewChange, { params: { id: orderId }, query }, { silent: true });
  if (error instanceof Refusal) return <Alert className="form-alert" type="warning" showIcon title={error.message} />;
  if (error) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  return (
    <section className="change-preview" aria-label="变更试算">
      <ChangedItems items={[...items, ...data.items]} />
      <Consequence preview={data} />
    </section>
  );
}

function Consequence({ preview: { priceDiffFen, promisedOn, levels } }: { readonly preview: Previewed }) {
  const agreed = levels.length === 0 ? "无需审批，提交后立即生效" : `审批：${levels.join(" → ")}`;
  if (promisedOn === null) return <Alert className="form-alert" type="info" showIcon title={agreed} />;
  const difference = priceDiffFen === null ? "" : `差价 ${showMoney(priceDiffFen)}，`;
  const paid = priceDiffFen !== null && priceDiffFen > 0 ? "，通过后客户补齐差价才生效" : "";
  return (
    <Alert
      className="form-alert"
      type="info"
      showIcon
      title={`${difference}承诺交付日重新计算，今日生效则为 ${promisedOn}`}
      description={agreed + paid}
    />
  );
}
