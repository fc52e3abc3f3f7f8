import { DeleteOutlined } from "@ant-design/icons";
import { choicesOf, PlainTable } from "@ops/platform/web";
import { type TemplateCheck, type VerificationKind, verificationKinds } from "@ops/store/contract";
import { Button, Checkbox, Input, InputNumber, Select, Space } from "antd";
import { checkSums, nextCheckCode } from "./template-draft.ts";

const isKind = (value: unknown): value is VerificationKind =>
  typeof value === "string" && Object.hasOwn(verificationKinds, value);

interface Props {
  readonly value?: readonly TemplateCheck[];
  readonly onChange?: (checks: TemplateCheck[]) => void;
}

/** 验收项 of a template, with the sum of the points of each kind. */
export function ChecksInput({ value: checks = [], onChange }: Props) {
  const set = (at: number, changed: Partial<TemplateCheck>) =>
    onChange?.(checks.map((check, n) => (n === at ? { ...check, ...changed } : check)));
  const add = (kind: TemplateCheck["kind"]) =>
    onChange?.([...checks, { kind, code: nextCheckCode(checks, kind), text: "", maxScore: 10, isVeto: false }]);
  const input = (at: number, key: "code" | "text", label: string) => (
    <Input
      aria-label={`第${at + 1}项${label}`}
      value={checks[at]?.[key]}
      onChange={({ target }) => set(at, { [key]: target.value })}
    />
  );
  return (
    <PlainTable<TemplateCheck>
      rowKey={(check) => String(checks.indexOf(check))}
      rows={checks}
      empty="没有验收项"
      columns={[
        { title: "验收类型", width: 110, render: (_, { kind }) => verificationKinds[kind] },
        { title: "验收项编码", width: 120, render: (_, __, at) => input(at, "code", "编码") },
        { title: "验收项", render: (_, __, at) => input(at, "text", "内容") },
        {
          title: "满分",
          width: 100,
          render: (_, { maxScore }, at) => (
            <InputNumber
              aria-label={`第${at + 1}项满分`}
              min={1}
              max={100}
              precision={0}
              value={maxScore}
              onChange={(typed) => set(at, { maxScore: typed ?? 1 })}
            />
          ),
        },
        {
          title: "一票否决",
          width: 90,
          render: (_, { isVeto }, at) => (
            <Checkbox
              aria-label={`第${at + 1}项一票否决`}
              checked={isVeto}
              onChange={({ target }) => set(at, { isVeto: target.checked })}
            />
          ),
        },
        {
          title: "操作",
          width: 60,
          render: (_, __, at) => (
            <Button
              type="text"
              size="small"
              aria-label={`删除第${at + 1}项`}
              icon={<DeleteOutlined />}
              onClick={() => onChange?.(checks.filter((___, n) => n !== at))}
            />
          ),
        },
      ]}
      footer={() => (
        <Space>
          <Select
            aria-label="添加验收项"
            placeholder="添加验收项"
            value={null}
            options={[...choicesOf(verificationKinds)]}
            onChange={(chosen: unknown) => isKind(chosen) && add(chosen)}
          />
          <output>{checkSums(checks).join(" · ")}</output>
        </Space>
      )}
    />
  );
}
