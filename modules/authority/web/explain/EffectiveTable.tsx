import { SafetyOutlined } from "@ant-design/icons";
import { type EffectiveRights, type ExplainTarget, grantSources, type RightSource } from "@ops/authority/contract";
import { DotText, Note, showTime } from "@ops/platform/web";
import { Button, Table } from "antd";
import { RiskTag } from "../role/RiskTag.tsx";
import type { EffectiveKind, EffectiveLine } from "./effective-lines.ts";

interface Props {
  readonly rights: EffectiveRights;
  readonly kind: EffectiveKind;
  readonly lines: readonly EffectiveLine[];
  readonly isFiltered: boolean;
  readonly isLoading: boolean;
  readonly onExplain: (target: ExplainTarget) => void;
}

const names = { codes: "权限点", pages: "页面", interfaces: "接口", fields: "字段" } as const;
const reaches = { codes: "数据范围", pages: "", interfaces: "可用", fields: "方式" } as const;

export function EffectiveTable({ rights, kind, lines, isFiltered, isLoading, onExplain }: Props) {
  const sources = new Map(rights.sources.map((source) => [source.id, source]));
  const empty = isFiltered ? "没有符合的权限" : `没有任何${names[kind]}，可在「任职与角色」中授予角色`;
  const reach = {
    title: reaches[kind],
    key: "reach",
    width: kind === "codes" ? "30%" : 110,
    render: (_: unknown, line: EffectiveLine) =>
      line.tone ? <DotText tone={line.tone} text={line.reach} /> : line.reach,
  };
  const risk = {
    title: "风险",
    key: "risk",
    width: 72,
    render: (_: unknown, line: EffectiveLine) => line.risk && <RiskTag risk={line.risk} />,
  };
  return (
    <Table<EffectiveLine>
      rowKey="key"
      size="small"
      loading={isLoading}
      pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
      dataSource={[...lines]}
      locale={{ emptyText: <Note icon={<SafetyOutlined />} sentence={empty} /> }}
      columns={[
        {
          title: names[kind],
          key: "name",
          render: (_, { name, detail }) => (
            <span className="effective-name">
              {name}
              <small>{detail}</small>
            </span>
          ),
        },
        ...(kind === "codes" ? [risk] : []),
        ...(kind === "pages" ? [] : [reach]),
        {
          title: "来源",
          key: "sources",
          width: "34%",
          render: (_, line) => <Sources line={line} sources={sources} boolAdmin={rights.boolAdmin} />,
        },
        {
          title: "操作",
          key: "explain",
          width: 70,
          render: (_, { name, target }) =>
            target && (
              <Button type="link" size="small" aria-label={`解释 ${name}`} onClick={() => onExplain(target)}>
                解释
              </Button>
            ),
        },
      ]}
    />
  );
}

interface SourcesProps {
  readonly line: EffectiveLine;
  readonly sources: ReadonlyMap<string, RightSource>;
  readonly boolAdmin: boolean;
}

/** Role, post, kind of grant and validity, one line each. */
function Sources({ line: { sourceIds, hasOther }, sources, boolAdmin }: SourcesProps) {
  if (boolAdmin) return "管理员";
  return (
    <>
      {sourceIds.map((id) => {
        const source = sources.get(id);
        return (
          source && (
            <span key={id} className="effective-source">
              {source.roleName}
              <small>
                {` · ${source.post} · ${grantSources[source.grantKind]} · `}
                {source.validTo === null ? "长期" : `至 ${showTime(source.validTo)}`}
              </small>
            </span>
          )
        );
      })}
      {hasOther && <span className="effective-source">其他授权</span>}
    </>
  );
}
