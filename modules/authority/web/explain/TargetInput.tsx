import { type ExplainTarget, listExplainTargets } from "@ops/authority/contract";
import { distanceOf, useEndpoint } from "@ops/platform/web";
import { Input, Segmented, Select } from "antd";

export type TargetKind = ExplainTarget["kind"];

/** The values of the form while it is filled in. */
export interface TargetDraft {
  readonly kind: TargetKind;
  readonly value: string;
  readonly bizType: string;
  readonly code: string | null;
}

export const emptyTarget: TargetDraft = { kind: "PAGE", value: "", bizType: "appUser", code: null };

/** Makes the question; null while it is incomplete. */
export function targetOf({ kind, value, bizType, code }: TargetDraft): ExplainTarget | null {
  if (value.trim() === "") return null;
  if (kind === "PAGE") return { kind, page: value };
  if (kind === "CODE") return { kind, code: value };
  if (kind === "INTERFACE") return { kind, id: value };
  return { kind, bizType, record: value.trim(), code };
}

const kinds = [
  { value: "PAGE" as const, label: "页面" },
  { value: "CODE" as const, label: "权限点" },
  { value: "INTERFACE" as const, label: "接口" },
  { value: "RECORD" as const, label: "记录" },
];

interface Props {
  readonly draft: TargetDraft;
  readonly onChange: (draft: TargetDraft) => void;
}

export function TargetInput({ draft, onChange }: Props) {
  const { data, isPending } = useEndpoint(listExplainTargets, {}, { staleTime: 60_000 });
  const codes = (data?.codes ?? []).map(({ code, name }) => ({ value: code, label: name, detail: code }));
  const choices = {
    PAGE: (data?.pages ?? []).map(({ key, title }) => ({ value: key, label: title, detail: "" })),
    CODE: codes,
    INTERFACE: (data?.interfaces ?? []).map(({ id, name, call }) => ({ value: id, label: name, detail: call })),
  };
  return (
    <>
      <Segmented
        block
        aria-label="解释对象"
        options={kinds}
        value={draft.kind}
        onChange={(kind) => onChange({ ...emptyTarget, kind })}
      />
      {draft.kind === "RECORD" ? (
        <RecordInput draft={draft} onChange={onChange} kinds={data?.records ?? []} codes={codes} />
      ) : (
        <div className="explain-field">
          <span>{kinds.find(({ value }) => value === draft.kind)?.label}</span>
          <Choice
            label="解释对象的内容"
            loading={isPending}
            options={choices[draft.kind]}
            value={draft.value}
            onChange={(value) => onChange({ ...draft, value: value ?? "" })}
          />
        </div>
      )}
    </>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
  readonly detail: string;
}

interface RecordProps extends Props {
  readonly kinds: readonly { readonly bizType: string; readonly entity: string }[];
  readonly codes: readonly Option[];
}

function RecordInput({ draft, onChange, kinds: records, codes }: RecordProps) {
  return (
    <>
      <div className="explain-field">
        <span>记录类型</span>
        <Choice
          label="记录类型"
          options={records.map(({ bizType, entity }) => ({ value: bizType, label: entity, detail: "" }))}
          value={draft.bizType}
          onChange={(bizType) => onChange({ ...draft, bizType: bizType ?? "" })}
        />
      </div>
      <div className="explain-field">
        <span>编号</span>
        <Input
          aria-label="记录编号"
          placeholder="如 工号、组织编码"
          maxLength={100}
          value={draft.value}
          onChange={({ target }) => onChange({ ...draft, value: target.value })}
        />
      </div>
      <div className="explain-field">
        <span>操作</span>
        <Choice
          label="对记录的操作"
          placeholder="查看"
          options={codes}
          value={draft.code ?? ""}
          onChange={(code) => onChange({ ...draft, code })}
        />
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly loading?: boolean;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChange: (value: string | null) => void;
}

const distance = (option: Readonly<Record<string, unknown>>, typed: string) =>
  distanceOf([String(option["label"]), String(option["detail"])], typed);

function Choice({ label, placeholder = "请选择", loading = false, options, value, onChange }: ChoiceProps) {
  return (
    <Select<string | null>
      aria-label={label}
      allowClear
      placeholder={placeholder}
      loading={loading}
      showSearch={{
        filterOption: (word, option) => option !== undefined && distance(option, word) < Number.POSITIVE_INFINITY,
        filterSort: (a, b, { searchValue }) => distance(a, searchValue) - distance(b, searchValue),
      }}
      options={[...options]}
      optionRender={({ data }) => (
        <span className="explain-option">
          {data.label}
          <small>{data["detail"]}</small>
        </span>
      )}
      value={value === "" ? null : value}
      onChange={(chosen) => onChange(chosen ?? null)}
    />
  );
}
