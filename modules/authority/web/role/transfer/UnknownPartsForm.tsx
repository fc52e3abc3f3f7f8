import type { UnknownParts } from "@ops/authority/contract";
import { Checkbox, Select } from "antd";
import { OrganizationSelect } from "../../organization/OrganizationSelect.tsx";
import { useCatalogue } from "../use-catalogue.ts";
import type { Resolution } from "./resolve-import.ts";

interface Props {
  readonly unknown: UnknownParts;
  readonly decided: Resolution;
  readonly onChange: (decided: Resolution) => void;
}

/** Asks for each unknown code and organisation what to use instead, or whether to leave it out. */
export function UnknownPartsForm({ unknown, decided, onChange }: Props) {
  const { permissions } = useCatalogue();
  const options = permissions.map(({ code, name }) => ({ value: code, label: `${name}（${code}）` }));
  const set = (kind: keyof Resolution, key: string, value: string | null | undefined) => {
    const { [key]: _before, ...others } = decided[kind];
    onChange({ ...decided, [kind]: value === undefined ? others : { ...others, [key]: value } });
  };
  return (
    <div className="role-unknown">
      {unknown.codes.map((code) => (
        <div key={code}>
          <code className="role-code">权限点 {code}</code>
          <Select
            aria-label={`${code}替换为`}
            className="form-wide"
            allowClear
            showSearch={{ optionFilterProp: "label" }}
            placeholder="替换为…"
            options={options}
            value={decided.codes[code] ?? null}
            onChange={(value) => set("codes", code, value ?? undefined)}
          />
          <Skip value={decided.codes[code]} onChange={(value) => set("codes", code, value)} />
        </div>
      ))}
      {unknown.organizations.map(({ code, name }) => (
        <div key={code}>
          <span>
            组织 {name} <code className="role-code">{code}</code>
          </span>
          <OrganizationSelect
            label="替换的组织"
            value={decided.organizations[code] ?? null}
            onChange={(value) => set("organizations", code, value ?? undefined)}
          />
          <Skip value={decided.organizations[code]} onChange={(value) => set("organizations", code, value)} />
        </div>
      ))}
      {unknown.others.length > 0 && <p className="role-hint">以下内容将略过：{unknown.others.join("、")}</p>}
    </div>
  );
}

interface SkipProps {
  readonly value: string | null | undefined;
  readonly onChange: (value: null | undefined) => void;
}

function Skip({ value, onChange }: SkipProps) {
  return (
    <Checkbox checked={value === null} onChange={({ target }) => onChange(target.checked ? null : undefined)}>
      不导入
    </Checkbox>
  );
}
