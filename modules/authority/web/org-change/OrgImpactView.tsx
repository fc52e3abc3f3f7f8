import { IMPACT_LIST_LIMIT, type OrgImpact, SightChange } from "@ops/authority/contract";
import { PlainTable, tableColumnsOf } from "@ops/platform/web";
import { Alert } from "antd";

/** Shows the effects of a move or a merge: old and new place, the numbers, and who sees more or less. */
export function OrgImpactView({ impact }: { readonly impact: OrgImpact }) {
  const { fromPath, toPath, upperLeader, customRoles, looseLeaders } = impact;
  const leaderChanges = upperLeader.before !== upperLeader.after;
  const { merge, work } = impact;
  return (
    <div className="org-impact">
      <dl className="org-path">
        <dt>{merge ? "合并组织" : "调整前"}</dt>
        <dd>{fromPath.join(" / ")}</dd>
        <dt>{merge ? "并入组织" : "调整后"}</dt>
        <dd>{toPath.join(" / ")}</dd>
        {leaderChanges && (
          <>
            <dt>{merge ? "负责人" : "上级负责人"}</dt>
            <dd>
              {upperLeader.before ?? "未设置"} → {upperLeader.after ?? "未设置"}
            </dd>
          </>
        )}
        {customRoles.length > 0 && (
          <>
            <dt>自定义范围</dt>
            <dd>
              {customRoles.join("、")}
              {merge && <small>不会自动加入并入组织，请在角色中调整</small>}
            </dd>
          </>
        )}
        {work.length > 0 && (
          <>
            <dt>在办业务</dt>
            <dd>
              {work.map(({ label, count }) => `${label} ${count}`).join("、")}
              {merge && <small>将随组织转入并入组织</small>}
            </dd>
          </>
        )}
      </dl>
      <Numbers impact={impact} />
      {merge && (
        <p className="org-hint">
          {merge.movedPosts} 项任职转入并入组织
          {merge.doubledPosts > 0 && `，${merge.doubledPosts} 项与已有任职重复，合为一项`}
          。合并后原组织停用，不能恢复。
        </p>
      )}
      {looseLeaders.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${looseLeaders.length} 个组织的负责人在调整后的上级中没有任职`}
          description={looseLeaders.map((it) => `${it.organizationName}：${it.leaderName}`).join("、")}
        />
      )}
      <SightTable impact={impact} />
    </div>
  );
}

function Numbers({ impact }: { readonly impact: OrgImpact }) {
  const numbers = [
    ["下级组织", impact.childCount],
    ["门店", impact.storeCount],
    [impact.merge ? "转入人员" : "在任人员", impact.peopleCount],
    ["扩大可见范围", impact.gainingPeople],
    ["缩小可见范围", impact.losingPeople],
  ] as const;
  return (
    <ul className="org-numbers">
      {numbers.map(([label, value]) => (
        <li key={label}>
          <b>{value}</b>
          <span>{label}</span>
        </li>
      ))}
    </ul>
  );
}

function SightTable({ impact }: { readonly impact: OrgImpact }) {
  const { sightChanges, gainingPeople, losingPeople } = impact;
  if (sightChanges.length === 0) return <p className="org-hint">没有人的可见范围因此变化</p>;
  const rows = sightChanges.map((change, at) => ({ ...change, key: String(at) }));
  const all = gainingPeople + losingPeople;
  return (
    <PlainTable
      rows={rows}
      pageSize={5}
      {...(all > IMPACT_LIST_LIMIT ? { footer: () => `共 ${all} 人，仅列出变化最大的 ${IMPACT_LIST_LIMIT} 人` } : {})}
      columns={tableColumnsOf(SightChange, {
        userName: { width: 110, as: ({ userName }) => userName ?? "范围外人员" },
        post: true,
        gained: { width: 110, as: ({ gained: n }) => (n > 0 ? <span className="org-gain">+{n} 个组织</span> : "-") },
        lost: { width: 110, as: ({ lost: n }) => (n > 0 ? <span className="org-loss">−{n} 个组织</span> : "-") },
      })}
    />
  );
}
