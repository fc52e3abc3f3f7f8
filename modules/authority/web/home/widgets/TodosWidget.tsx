import { myTodos, type Todo, todoTopic } from "@ops/platform/contract";
import { presetList, useTopic } from "@ops/platform/web";
import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { HomeCard } from "../HomeCard.tsx";
import { Loaded } from "../Loaded.tsx";
import { useWidget } from "../use-widget.ts";
import type { WidgetProps } from "../widget-props.ts";

/**
 * After a change, each page waits a random time before it asks again, so that not all ask at once. Further changes in
 * that time cost no extra call.
 */
const SPREAD_MS = 2_000;
/** Up to this many to-dos are shown as large figures; more are shown as lines. */
const FEW = 8;
/** To-dos beyond this number are folded, and the card tells how many they are. */
const MOST = 20;

/** 我的待办: cards of all modules, counted again when their data changes. */
export function TodosWidget({ title, pages }: WidgetProps) {
  const answer = useWidget(myTodos, {}, 30_000);
  const askSoon = useAskingSoon(() => void answer.refetch());
  useTopic(todoTopic, askSoon);
  const [isUnfolded, setUnfolded] = useState(false);
  const beyond = Math.max(0, (answer.data?.length ?? 0) - MOST);
  const isGranted = (route: string) => isHome(route) || pages.some(({ node }) => node.path === pathOf(route));
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

/** Answers how to ask within `SPREAD_MS`. Nothing is asked once the card is gone, as its session may be over then. */
function useAskingSoon(ask: () => void): () => void {
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => {
    clearTimeout(asking.current);
    asking.current = undefined;
  };
  useEffect(() => stop, []);
  return () => {
    asking.current ??= setTimeout(() => {
      stop();
      ask();
    }, Math.random() * SPREAD_MS);
  };
}

const pathOf = (route: string) => route.split("?")[0];
/** Routes of overlays, such as 待我审批, open over the home page itself. */
const isHome = (route: string) => pathOf(route) === "/home" && route.includes("?");

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
