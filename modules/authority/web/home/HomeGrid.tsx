import { CloseOutlined, HolderOutlined } from "@ant-design/icons";
import type { MenuLine } from "@ops/platform/web";
import { Button, Skeleton } from "antd";
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { HomeCard } from "./HomeCard.tsx";
import { WidgetBoundary } from "./Loaded.tsx";
import { moveByStep } from "./reorder.ts";
import { useReorder } from "./use-reorder.ts";
import { widgetOf } from "./widgets.tsx";

interface Props {
  readonly placed: readonly string[];
  readonly pages: readonly MenuLine[];
  /** Set while the user arranges the page; null otherwise. */
  readonly onArrange: ((keys: string[]) => void) | null;
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Shows the widgets in their order in a grid. While the page is arranged, each has a handle and can be removed. */
export function HomeGrid({ placed, pages, onArrange }: Props) {
  const dragOf = useReorder(placed, (keys) => onArrange?.(keys));
  const step = (event: KeyboardEvent, key: string) => {
    const by = steps[event.key];
    if (!by) return;
    event.preventDefault();
    onArrange?.(moveByStep(placed, key, by));
  };
  return (
    <ul className="home-grid" data-arranging={onArrange !== null}>
      {placed.map((key, at) => {
        const widget = widgetOf(key);
        if (!widget) return null;
        const { Body, title, cols, rows, whenSeen = false } = widget;
        return (
          <li key={key} className="home-widget" data-cols={cols} data-rows={rows} {...(onArrange ? dragOf(key) : {})}>
            <div className="home-widget-body" inert={onArrange !== null}>
              <WidgetBoundary>
                <WhenSeen at={whenSeen} instead={<Empty title={title} isStill />}>
                  <Suspense fallback={<Empty title={title} />}>
                    <Body title={title} pages={pages} />
                  </Suspense>
                </WhenSeen>
              </WidgetBoundary>
            </div>
            {onArrange && (
              <div className="home-grip">
                <button
                  type="button"
                  aria-label={`移动「${title}」，按方向键；第 ${at + 1} 个，共 ${placed.length} 个`}
                  onKeyDown={(event) => step(event, key)}
                >
                  <HolderOutlined /> {title}
                </button>
                <Button
                  size="small"
                  aria-label={`移除「${title}」`}
                  icon={<CloseOutlined />}
                  onClick={() => onArrange(placed.filter((one) => one !== key))}
                />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const first: readonly string[] = ["todos", "announcements", "entries"];

/** Placeholders for the widgets that most people see, until it is known which ones this user has. */
export function WaitingGrid() {
  return (
    <ul className="home-grid" aria-busy="true">
      {first.map((key) => (
        <li key={key} className="home-widget" data-cols={widgetOf(key)?.cols} data-rows={widgetOf(key)?.rows}>
          <Empty title={widgetOf(key)?.title ?? ""} />
        </li>
      ))}
    </ul>
  );
}

interface EmptyProps {
  readonly title: string;
  /** Whether it waits below the window. Moving there, it would draw the page anew all the time, seen by nobody. */
  readonly isStill?: boolean;
}

function Empty({ title, isStill = false }: EmptyProps) {
  return (
    <HomeCard title={title}>
      <Skeleton active={!isStill} title={false} paragraph={{ rows: 4 }} />
    </HomeCard>
  );
}

interface WhenSeenProps {
  readonly at: boolean;
  readonly instead: ReactNode;
  readonly children: ReactNode;
}

/** With `at`, renders its children only once they come near the window, and keeps them from then on. */
function WhenSeen({ at, instead, children }: WhenSeenProps) {
  const [seen, setSeen] = useState(!at);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (seen || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: "80px" },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [seen]);
  return seen ? children : <div ref={place}>{instead}</div>;
}
