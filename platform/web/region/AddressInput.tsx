import { type AddressCandidate, suggestAddresses } from "@ops/platform/contract";
import { AutoComplete, Form } from "antd";
import { useState } from "react";
import { usePaused } from "../call/use-paused.ts";
import { useEndpoint } from "../call/use-query.ts";
import "./region.css";

interface Props {
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (address: string | null) => void;
  readonly disabled?: boolean;
  /** The field of the same form with the division. */
  readonly within?: string;
}

const SHORTEST = 2;
const BUDGET_MS = 3_000;

/** An address, typed freely; places are suggested where they are known, and nothing waits for them (PF-R102). */
export function AddressInput({ id, value = null, onChange, disabled = false, within = "" }: Props) {
  const [typed, setTyped] = useState("");
  const keyword = usePaused(typed.trim());
  const cityCode: unknown = Form.useWatch(within);
  const query = { keyword, ...(typeof cityCode === "string" ? { cityCode } : {}) };
  const options = { silent: true, background: true, enabled: keyword.length >= SHORTEST, timeoutMs: BUDGET_MS };
  const answer = useEndpoint(suggestAddresses, { query }, options);
  const found = keyword.length >= SHORTEST && keyword === typed.trim() ? (answer.data ?? []) : [];
  return (
    <AutoComplete
      {...(id ? { id } : {})}
      allowClear
      disabled={disabled}
      placeholder="请输入"
      value={value ?? ""}
      options={optionsOf(found)}
      showSearch={{ onSearch: setTyped }}
      onChange={(address: string) => onChange?.(address === "" ? null : address)}
    />
  );
}

/** One address is offered once, whatever it is called. */
function optionsOf(found: readonly AddressCandidate[]) {
  const byAddress = new Map(found.map((one) => [one.address, one]));
  return [...byAddress.values()].map(({ name, address, regionName }) => ({
    value: address,
    label: (
      <span className="address-option">
        <span>{address}</span>
        <small>{[name === address ? null : name, regionName].filter(Boolean).join(" · ")}</small>
      </span>
    ),
  }));
}
