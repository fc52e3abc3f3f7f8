import { countOrders, ORDER_PAGE, orderStates, orderViews } from "@ops/order/contract";
import { useEndpoint, useListFilter } from "@ops/platform/web";
import { useView } from "./use-view.ts";
import "./order.css";

const states = Object.entries(orderStates.states);
const views = Object.entries(orderViews);

/** The states of all orders with their numbers, and the ready-made views below. A second press shows all again. */
export function StageBar() {
  const { data } = useEndpoint(countOrders, {}, { silent: true });
  const [state, chooseState] = useListFilter(ORDER_PAGE, "state");
  const [view, chooseView] = useView();
  const counts = new Map<string, number>(data?.map((one) => [one.state, one.count]));
  const all = data?.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="list-panel order-bar">
      <nav className="order-stages" aria-label="按状态查看">
        <Choice text="全部" count={all} isChosen={state === ""} onChoose={() => chooseState("")} />
        {states.map(([key, text]) => (
          <Choice
            key={key}
            text={text}
            count={counts.get(key)}
            isChosen={state === key}
            onChoose={() => chooseState(state === key ? "" : key)}
          />
        ))}
      </nav>
      <nav className="order-views" aria-label="视图">
        {views.map(([key, text]) => (
          <Choice key={key} text={text} isChosen={view === key} onChoose={() => chooseView(view === key ? "" : key)} />
        ))}
      </nav>
    </div>
  );
}

interface ChoiceProps {
  readonly text: string;
  readonly count?: number | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Choice({ text, count, isChosen, onChoose }: ChoiceProps) {
  return (
    <button type="button" aria-pressed={isChosen} onClick={onChoose}>
      {text}
      {count !== undefined && <b>{count}</b>}
    </button>
  );
}
