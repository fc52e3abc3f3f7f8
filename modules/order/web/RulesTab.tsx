import { listPolicies, listSeriesRules, listSlots } from "@ops/order/contract";
import { useMay } from "@ops/platform/web";
import { Segmented } from "antd";
import { type ReactNode, useState } from "react";
import { Policies } from "./policy/Policies.tsx";
import { SeriesRules } from "./series-rule/SeriesRules.tsx";
import { SlotRules } from "./slot/SlotRules.tsx";
import "./rules-tab.css";

interface Part {
  readonly value: string;
  readonly label: string;
  readonly needs: Parameters<ReturnType<typeof useMay>>[0];
  readonly content: () => ReactNode;
}

/** The parts of 规则; every room adds its own here. */
const parts: readonly Part[] = [
  { value: "series", label: "车系规则", needs: listSeriesRules, content: () => <SeriesRules /> },
  { value: "policies", label: "优惠政策", needs: listPolicies, content: () => <Policies /> },
  { value: "slots", label: "交付时段", needs: listSlots, content: () => <SlotRules /> },
];

/** 规则 (section 5), one kind at a time. */
export function RulesTab() {
  const may = useMay();
  const shown = parts.filter(({ needs }) => may(needs));
  const [chosen, choose] = useState(shown[0]?.value ?? "");
  return (
    <div className="rules-tab">
      {shown.length > 1 && (
        <div>
          <Segmented
            options={shown.map(({ value, label }) => ({ value, label }))}
            value={chosen}
            onChange={choose}
            aria-label="规则类别"
          />
        </div>
      )}
      {shown.find(({ value }) => value === chosen)?.content()}
    </div>
  );
}
