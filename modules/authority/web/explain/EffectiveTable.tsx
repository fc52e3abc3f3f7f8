import { SafetyOutlined } from "@ant-design/icons";
import {
  EffectiveCode,
  EffectiveField,
  EffectiveInterface,
  EffectivePage,
  type EffectiveRights,
  type ExplainTarget,
  grantSources,
  type RightSource,
} from "@ops/authority/contract";
import { labelOf } from "@ops/platform/contract";
import { DotText, Note, PlainTable, showTime } from "@ops/platform/web";
import { Button } from "antd";
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

const { shape: code } = EffectiveCode;
const names = {
  codes: labelOf(code, "name"),
  pages: labelOf(EffectivePage.shape, "title"),
  interfaces: labelOf(EffectiveInterface.shape, "name"),
  fields: labelOf(EffectiveField.shape, "label"),
} as const;
const reaches = {
  codes: labelOf(code, "scope"),
  pages: "",
  interfaces: labelOf(EffectiveInterface.shape, "use"),
  fields: labelOf(EffectiveField.shape, "mode"),
} as const;

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
    title: labelOf(code, "risk"),
    key: "risk",
    width: 72,
    render: (_: unknown, line: EffectiveLine) => line.risk && <RiskTag risk={line.risk} />,
  };
  return (
    <PlainTable<EffectiveLine>
      rowKey="key"
      loading={isLoading}
      pageSize={20}
      rows={lines}
      empty={<Note icon={<SafetyOutlined />} sentence={empty} />}
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
          title: labelOf(code, "sourceIds"),
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

/** Lists the sources of a right: role, post, kind of grant and validity. */
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
