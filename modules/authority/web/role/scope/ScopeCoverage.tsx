import { countScope, type RoleDraft } from "@ops/authority/contract";
import { useEndpoint } from "@ops/platform/web";
import { useState } from "react";
import { OrganizationSelect } from "../../organization/OrganizationSelect.tsx";
import { scopeQuery } from "./scope-query.ts";
import "./scope-coverage.css";

/** Shows 覆盖 n 个组织 while the scope is chosen. For ORG and ORG_TREE a sample post is needed. */
export function ScopeCoverage({ draft }: { readonly draft: RoleDraft }) {
  const [sample, setSample] = useState<string | null>(null);
  const query = scopeQuery(draft, sample);
  const asked = { query: query ?? { dataScope: draft.dataScope } };
  const answer = useEndpoint(countScope, asked, { enabled: query !== null, keepPrevious: true, silent: true });
  const needsSample = draft.dataScope === "ORG" || draft.dataScope === "ORG_TREE";
  return (
    <div className="role-coverage">
      {needsSample && (
        <div>
          <span>示例任职组织</span>
          <OrganizationSelect label="示例任职组织" value={sample} onChange={setSample} />
        </div>
      )}
      <output aria-live="polite">{textOf(draft, query === null ? null : answer.data?.organizations)}</output>
    </div>
  );
}

function textOf({ dataScope }: RoleDraft, count: number | null | undefined) {
  if (dataScope === "SELF") return "仅本人的数据，不覆盖组织";
  if (count === null) return dataScope === "CUSTOM" ? "请选择自定义组织" : "选择一个组织，查看在该组织任职时覆盖的范围";
  return (
    <>
      覆盖 <b className="tabular">{count ?? "…"}</b> 个组织
    </>
  );
}
