import { isSame, type RoleDiff } from "@ops/authority/contract";
import { fieldModeNames } from "@ops/platform/contract";
import { useDict } from "@ops/platform/web";
import type { ReactNode } from "react";
import type { Catalogue } from "../use-catalogue.ts";

interface Props {
  readonly diff: RoleDiff;
  readonly catalogue: Catalogue;
  readonly same?: string;
}

/** Shows what is added in green and what is removed in red, or a plain sentence if nothing changes. */
export function DiffView({ diff, catalogue, same = "没有变化" }: Props) {
  const scopes = useDict("data_scope");
  const scopeName = (kind: string | null) => (kind === null ? "跟随默认" : (scopes.find(kind)?.entryMeaning ?? kind));
  if (isSame(diff)) return <p className="role-hint">{same}</p>;
  return (
    <dl className="role-diff">
      <Line label="权限点">
        <Marks kind="added" names={diff.addedCodes.map(catalogue.codeName)} />
        <Marks kind="removed" names={diff.removedCodes.map(catalogue.codeName)} />
      </Line>
      <Line label="页面">
        <Marks kind="added" names={diff.addedPages.map(catalogue.pageName)} />
        <Marks kind="removed" names={diff.removedPages.map(catalogue.pageName)} />
      </Line>
      <Line label="数据范围">
        {diff.scopes.map(({ code, from, to }) => (
          <span key={code} className="role-mark">
            {code === null ? "默认" : catalogue.codeName(code)}：{scopeName(from)} → {scopeName(to)}
          </span>
        ))}
      </Line>
      <Line label="排除接口">
        <Marks kind="added" names={diff.addedExclusions.map(catalogue.interfaceName)} />
        <Marks kind="removed" names={diff.removedExclusions.map(catalogue.interfaceName)} />
      </Line>
      <Line label="字段权限">
        {diff.fields.map(({ field, from, to }) => (
          <span key={field} className="role-mark">
            {catalogue.fieldName(field)}：{fieldModeNames[from ?? "EDIT"]} → {fieldModeNames[to ?? "EDIT"]}
          </span>
        ))}
      </Line>
      <Line label="其他">
        {diff.others.map((name) => (
          <span key={name} className="role-mark">
            {name}
          </span>
        ))}
      </Line>
    </dl>
  );
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Marks({ kind, names }: { readonly kind: "added" | "removed"; readonly names: readonly string[] }) {
  const sign = kind === "added" ? "+" : "−";
  return names.map((name, at) => (
    <span key={`${name} ${at}`} className="role-mark" data-kind={kind}>
      <span className="for-screen-readers">{kind === "added" ? "新增" : "移除"}</span>
      <span aria-hidden>{sign}</span> {name}
    </span>
  ));
}
