import { Button } from "antd";
import { useState } from "react";
import { useMay } from "../../session/use-session.ts";
import { type BatchAction, perform } from "./actions.ts";
import { dealActions } from "./deal-actions.ts";
import { MoreActions } from "./MoreActions.tsx";
import { RefusableButton } from "./RefusableButton.tsx";

/** So many actions are buttons. If there are more, the rest and the dangerous ones are under 更多. */
const SHOWN = 3;

interface Props<Row> {
  readonly rows: Row[];
  readonly actions: readonly BatchAction<Row>[];
  readonly onClear: () => void;
}

/** Takes the place of the tabs while rows are selected. */
export function BatchBar<Row>({ rows, actions, onClear }: Props<Row>) {
  const may = useMay();
  const [running, setRunning] = useState<string | null>(null);
  const start = async ({ action, fitting }: Offer<Row>) => {
    setRunning(action.label);
    try {
      await perform({ ...action, run: (on: Row[]) => action.run(on, onClear) }, fitting);
    } finally {
      setRunning(null);
    }
  };
  const offers = actions.filter(({ needs }) => !needs || may(needs)).map((action) => offerOf(action, rows));
  const { shown, more } = offers.length > SHOWN ? dealActions(offers, SHOWN) : { shown: offers, more: [] };

  return (
    <section className="list-batch" aria-label="批量操作">
      <span role="status">
        已选择 <b>{rows.length}</b> 项<span className="list-batch-hint">（可跨页）</span>
      </span>
      <Button type="link" size="small" onClick={onClear}>
        清空
      </Button>
      <span className="list-batch-actions">
        {shown.map((offer) => (
          <RefusableButton
            key={offer.action.label}
            reason={offer.reason}
            size="small"
            type={offer.action.primary ? "primary" : "default"}
            danger={offer.danger}
            loading={running === offer.action.label}
            disabled={running !== null && running !== offer.action.label}
            onClick={() => start(offer)}
          >
            {offer.label}
          </RefusableButton>
        ))}
        <MoreActions actions={more} look={{ size: "small", disabled: running !== null }} onChoose={start} />
      </span>
    </section>
  );
}

interface Offer<Row> {
  readonly action: BatchAction<Row>;
  /** With the number of rows that it can be done with, where it is not all of them. */
  readonly label: string;
  readonly danger: boolean;
  readonly fitting: Row[];
  /** Why it cannot be pressed. */
  readonly reason: string | null;
}

function offerOf<Row>(action: BatchAction<Row>, rows: readonly Row[]): Offer<Row> {
  const { label, danger = false, when, refuse } = action;
  const fitting = rows.filter((row) => !when || when(row));
  const none = fitting.length === 0 ? `选中的 ${rows.length} 项都不能执行「${label}」` : null;
  const counted = fitting.length === rows.length ? label : `${label} ${fitting.length}/${rows.length}`;
  return { action, label: counted, danger, fitting, reason: none ?? refuse?.(fitting) ?? null };
}
