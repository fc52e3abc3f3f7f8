import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import type { AnswerOf } from "@ops/platform/contract";
import { queryClient, queryKeyOf } from "@ops/platform/web";
import { listCars } from "@ops/vehicle/contract";
import { Button, Tooltip } from "antd";
import { useEffect } from "react";

interface Props {
  readonly vin: string;
  readonly onOpen: (vin: string) => void;
}

/** Buttons to the car before and after in the list behind, also by the keys `[` and `]`. */
export function CarSteps({ vin, onOpen }: Props) {
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      const { before, after } = neighboursOf(vin);
      const next = event.key === "[" ? before : event.key === "]" ? after : undefined;
      if (next) onOpen(next);
    };
    window.addEventListener("keydown", step);
    return () => window.removeEventListener("keydown", step);
  }, [vin, onOpen]);

  const { before, after } = neighboursOf(vin);
  if (!before && !after) return null;
  return (
    <span className="car-steps">
      <Step title="上一辆" shortcut="[" icon={<LeftOutlined />} to={before} onOpen={onOpen} />
      <Step title="下一辆" shortcut="]" icon={<RightOutlined />} to={after} onOpen={onOpen} />
    </span>
  );
}

/** Ignores keys that are typed into a field or meant for a dialog above the drawer. */
function isForPage({ target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey || document.querySelector(".ant-modal-wrap:not([style*='display: none'])")) {
    return false;
  }
  return !(target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable='true']"));
}

interface StepProps {
  readonly title: string;
  readonly shortcut: string;
  readonly icon: React.ReactNode;
  readonly to: string | undefined;
  readonly onOpen: (vin: string) => void;
}

function Step({ title, shortcut, icon, to, onOpen }: StepProps) {
  return (
    <Tooltip title={`${title}（${shortcut}）`}>
      <Button
        size="small"
        type="text"
        aria-label={title}
        aria-keyshortcuts={shortcut}
        icon={icon}
        disabled={!to}
        onClick={() => to && onOpen(to)}
      />
    </Tooltip>
  );
}

/** Finds the cars before and after this one in the list on the screen. */
function neighboursOf(vin: string): { before: string | undefined; after: string | undefined } {
  const shown = { queryKey: queryKeyOf(listCars), type: "active" } as const;
  const lists = queryClient
    .getQueriesData<AnswerOf<typeof listCars>>(shown)
    .map(([, page]) => page?.list.map((car) => car.vin) ?? []);
  const vins = lists.find((list) => list.includes(vin)) ?? [];
  const at = vins.indexOf(vin);
  return { before: vins[at - 1], after: vins[at + 1] };
}
