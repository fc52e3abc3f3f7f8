import { myTodos, type Todo } from "@ops/platform/contract";
import { presetList, useLive } from "@ops/platform/web";
import { HomeCard } from "../HomeCard.tsx";
import { Loaded } from "../Loaded.tsx";
import { useWidget } from "../use-widget.ts";
import type { WidgetProps } from "../widget-props.ts";

/** Those who hear of a change do not all ask in the same instant. */
const SPREAD_MS = 1_000;

/** 我的待办: cards of all modules, counted anew when something that they count has changed. */
export function TodosWidget({ title, pages }: WidgetProps) {
  const answer = useWidget(myTodos, {}, 30_000);
  useLive("todo.changed", () => void setTimeout(() => void answer.refetch(), Math.random() * SPREAD_MS));
  const isGranted = (route: string) => pages.some(({ node }) => node.path === route.split("?")[0]);
  return (
    <HomeCard title={title}>
      <Loaded of={answer}>
        {(todos) => (
          <>
            {todos.length === 0 && <p className="home-hint home-middle">暂无待办，都处理完了</p>}
            <ul className="home-todos">
              {todos.map((todo) => (
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
