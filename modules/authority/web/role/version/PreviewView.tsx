import type { RolePreview } from "@ops/authority/contract";
import { Alert, Collapse } from "antd";
import type { ReactNode } from "react";
import { RiskTag } from "../RiskTag.tsx";
import type { Catalogue } from "../use-catalogue.ts";
import { DiffView } from "./DiffView.tsx";

interface Props {
  readonly preview: RolePreview;
  readonly catalogue: Catalogue;
}

export function PreviewView({ preview, catalogue }: Props) {
  const { diff, people, losing, risk, skipped, addedInterfaces, removedInterfaces } = preview;
  return (
    <div className="role-preview">
      <dl className="role-figures">
        <Figure label="影响人数">{people.count} 人</Figure>
        <Figure label="失去页面">{losing.count} 人</Figure>
        <Figure label="接口">
          <span data-kind="added">+{addedInterfaces.length}</span>{" "}
          <span data-kind="removed">−{removedInterfaces.length}</span>
        </Figure>
        <Figure label="风险">
          <RiskTag risk={risk.from} points={risk.fromPoints} /> → <RiskTag risk={risk.to} points={risk.toPoints} />
          <span className="role-hint">
            {risk.fromPoints} → {risk.toPoints} 分
          </span>
        </Figure>
      </dl>
      {losing.count > 0 && (
        <Alert type="warning" showIcon title={`保存后有 ${losing.count} 人将无法再打开被移除的页面`} />
      )}
      {skipped.length > 0 && <Alert type="info" showIcon title={`以下内容已不存在，将跳过：${skipped.join("、")}`} />}
      <DiffView diff={diff} catalogue={catalogue} />
      <Details preview={preview} catalogue={catalogue} />
    </div>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The names behind the numbers, collapsed at first. */
function Details({ preview: { people, losing, addedInterfaces, removedInterfaces }, catalogue }: Props) {
  const items = [
    people.list.length > 0 && {
      key: "people",
      label: people.count > people.list.length ? `受影响的人员（前 ${people.list.length} 名）` : "受影响的人员",
      children: people.list.map(({ id, userName, post }) => (
        <span key={id} className="role-mark" title={post ?? undefined}>
          {userName}
        </span>
      )),
    },
    losing.list.length > 0 && {
      key: "losing",
      label: "失去页面的人员",
      children: losing.list.map(({ id, userName, pages }) => (
        <div key={id}>
          {userName}：{pages.map(catalogue.pageName).join("、")}
        </div>
      )),
    },
    addedInterfaces.length + removedInterfaces.length > 0 && {
      key: "interfaces",
      label: "接口变化",
      children: [
        ...addedInterfaces.map((name) => ({ name, kind: "added" })),
        ...removedInterfaces.map((name) => ({ name, kind: "removed" })),
      ].map(({ name, kind }) => (
        <code key={name} className="role-mark" data-kind={kind}>
          {name}
        </code>
      )),
    },
  ].filter((item) => item !== false);
  return items.length === 0 ? null : <Collapse size="small" items={items} />;
}
