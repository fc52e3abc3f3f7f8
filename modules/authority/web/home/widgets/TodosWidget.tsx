import { myTodos, type Todo } from "@ops/platform/contract";
import { presetList, useLive } from "@ops/platform/web";
import { Button } from "antd";
import { useState } from "react";
import { HomeCard } from "../HomeCard.tsx";
import { Loaded } from "../Loaded.tsx";
import { useWidget } from "../use-widget.ts";
import type { WidgetProps } from "../widget-props.ts";

/** Those who hear of a change do not all ask in the same instant. */
const SPREAD_MS = 1_000;
/** As many stand as large figures; more than these stand in lines. */
const FEW = 8;
/** More than these are folded, and the card says how many. */
const MOST = 20;

/** 我的待办: cards of all modules, counted anew when something that they count has changed. */
export function TodosWidget({ title, pages }: WidgetProps) {
  const answer = useWidget(myTodos, {}, 30_000);
  useLive("todo.changed", () => void setTimeout(() => void answer.refetch(), Math.random() * SPREAD_MS));
  const [isUnfolded, setUnfolded] = useState(false);
  const beyond = Math.max(0, (answer.data?.length ?? 0) - MOST);
  const isGranted = (route: string) => pages.some(({ node }) => node.path === route.split("?")[0]);
  const fold = beyond > 0 && (
    <Button type="text" size="small" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
      {isUnfolded ? "收起" : `还有 ${beyond} 项`}
    </Button>
  );
  return (
    <HomeCard title={title} extra={fold}>
      <Loaded of={answer}>
        {(todos) => (
          <>
            {todos.length === 0 && <p className="home-hint home-middle">暂无待办，都处理完了</p>}
            <ul className="home-todos" data-many={todos.length > FEW}>
              {todos.slice(0, isUnfolded ? todos.length : MOST).map((todo) => (
                <li key={todo.key}>
                  <Card todo={todo} linked={isGranted(todo.route)} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </HomeCard>
  );
}

function Card({ todo: { title, count, route, preset }, linked }: { readonly todo: Todo; readonly linked: boolean }) {
  const inside = (
    <>
      <b className="tabular">{count}</b>
      <span>{title}</span>
    </>
  );
  if (!linked) return <div className="home-todo">{inside}</div>;
  const narrow = () => preset && presetList(preset.list, preset.filters);
  return (
    <a className="home-todo" href={`#${route}`} onClick={narrow}>
      {inside}
    </a>
  );
}
