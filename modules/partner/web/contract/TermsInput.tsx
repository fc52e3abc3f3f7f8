import {
  allFlags,
  type ContractTerms,
  editContract,
  mainTerms,
  type PartnerFlag,
  partnerFlags,
  type TermName,
  termLabels,
} from "@ops/partner/contract";
import { CityRef } from "@ops/platform/contract";
import { RefsPicker } from "@ops/platform/web";
import { Checkbox, Input, InputNumber, Segmented } from "antd";
import type { ReactNode } from "react";

interface Props {
  readonly id?: string;
  readonly value?: ContractTerms | null;
  readonly onChange?: (terms: ContractTerms) => void;
  /** A main contract settles the first four terms; a supplement names only those that it changes. */
  readonly isMain: boolean;
}

/** The commercial terms of a contract, held as one value. */
export function TermsInput({ id, value, onChange, isMain }: Props) {
  const terms = value ?? {};
  const set = <N extends TermName>(name: N, chosen: ContractTerms[N] | null | "") => {
    const { [name]: _before, ...rest } = terms;
    onChange?.(chosen === null || chosen === undefined || chosen === "" ? rest : { ...rest, [name]: chosen });
  };
  const item = (name: TermName, control: ReactNode) => (
    <div className="terms-item" data-wide={wide.includes(name)}>
      <span data-required={isMain && mainTerms.some((one) => one === name)}>{termLabels[name]}</span>
      {control}
    </div>
  );
  const text = (name: "commissionRule" | "sla" | "penalty") =>
    item(
      name,
      <Input.TextArea
        aria-label={termLabels[name]}
        autoSize={{ minRows: 1, maxRows: 4 }}
        placeholder="请输入"
        value={terms[name] ?? ""}
        onChange={({ target }) => set(name, target.value)}
      />,
    );
  const number = (name: "accountLimit" | "commissionPct", look: { precision: number; max: number; suffix: string }) =>
    item(
      name,
      <InputNumber
        className="form-wide"
        aria-label={termLabels[name]}
        placeholder="请输入"
        min={0}
        {...look}
        value={terms[name] ?? null}
        onChange={(typed) => set(name, typed)}
      />,
    );
  return (
    <div className="terms-input" {...(id ? { id } : {})}>
      {number("accountLimit", { precision: 0, max: 100_000, suffix: "个" })}
      {item("isExclusive", <Exclusive value={terms.isExclusive} onChange={(chosen) => set("isExclusive", chosen)} />)}
      {item(
        "flags",
        <Checkbox.Group<PartnerFlag>
          options={flagChoices}
          value={[...(terms.flags ?? [])]}
          onChange={(flags) => set("flags", isMain || flags.length > 0 ? flags : null)}
        />,
      )}
      {item(
        "serviceCities",
        <RefsPicker
          kind={CityRef.kind}
          by={editContract.permission}
          label={termLabels.serviceCities}
          value={terms.serviceCities ?? []}
          onChange={(codes) => set("serviceCities", codes.length > 0 ? codes : null)}
        />,
      )}
      {number("commissionPct", { precision: 2, max: 100, suffix: "%" })}
      {text("commissionRule")}
      {text("sla")}
      {text("penalty")}
    </div>
  );
}

const flagChoices = allFlags.map((value) => ({
  value,
  label: partnerFlags[value],
}));
const wide: readonly TermName[] = ["flags", "serviceCities", "sla", "penalty"];

interface ExclusiveProps {
  readonly value: boolean | undefined;
  readonly onChange: (value: boolean | undefined) => void;
}

function Exclusive({ value, onChange }: ExclusiveProps) {
  const options = [
    { value: "YES", label: "独家" },
    { value: "NO", label: "非独家" },
  ];
  const chosen = value === undefined ? "" : value ? "YES" : "NO";
  return (
    <Segmented
      block
      aria-label={termLabels.isExclusive}
      options={options}
      value={chosen}
      onChange={(one) => onChange(one === "YES")}
    />
  );
}
