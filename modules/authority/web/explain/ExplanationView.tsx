import {
  CheckCircleFilled,
  CheckOutlined,
  CloseCircleFilled,
  CloseOutlined,
  InfoOutlined,
  MinusOutlined,
} from "@ant-design/icons";
import { type ExplainStep, type Explanation, explainChecks } from "@ops/authority/contract";
import { RiskTag } from "../role/RiskTag.tsx";
import { PathGraph } from "./PathGraph.tsx";
import "./explain.css";

/** Shows the verdict, the checks in their order, and how the right is or could be granted. */
export function ExplanationView({ told, onGrant }: { readonly told: Explanation; readonly onGrant?: () => void }) {
  return (
    <div className="explanation">
      <Verdict told={told} />
      <section aria-label="检查步骤">
        <h3>检查步骤</h3>
        <ol className="explain-steps">
          {told.steps.map((step) => (
            <Step key={step.check} step={step} />
          ))}
        </ol>
      </section>
      {told.paths.length > 0 && (
        <section aria-label="授权路径">
          <h3>授权路径（{told.paths.length}）</h3>
          <PathGraph userName={told.userName} paths={told.paths} />
        </section>
      )}
      {told.verdict === "DENY" && <Solutions told={told} {...(onGrant ? { onGrant } : {})} />}
    </div>
  );
}

function Verdict({ told: { verdict, userName, post, target, failed } }: { readonly told: Explanation }) {
  const isAllowed = verdict === "ALLOW";
  return (
    <div className="explain-verdict" data-verdict={verdict} role="status">
      {isAllowed ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}
      <div>
        <strong>{isAllowed ? "允许" : `拒绝：${failed === null ? "" : explainChecks[failed]}未通过`}</strong>
        <p>
          {userName} · {post} → {target}
        </p>
      </div>
    </div>
  );
}

const marks = {
  PASS: { icon: <CheckOutlined />, name: "通过" },
  FAIL: { icon: <CloseOutlined />, name: "未通过" },
  NOTE: { icon: <InfoOutlined />, name: "提示" },
  SKIP: { icon: <MinusOutlined />, name: "不涉及" },
} as const;

function Step({ step: { check, result, fact } }: { readonly step: ExplainStep }) {
  const { icon, name } = marks[result];
  return (
    <li data-result={result}>
      <span className="explain-mark" role="img" aria-label={name}>
        {icon}
      </span>
      <b>{explainChecks[check]}</b>
      <span className="explain-fact">{fact}</span>
    </li>
  );
}

function Solutions({ told: { solutions }, onGrant }: { readonly told: Explanation; readonly onGrant?: () => void }) {
  return (
    <section aria-label="可解决方式">
      <h3>可解决方式</h3>
      {solutions.length === 0 ? (
        <p className="explain-hint">没有您可以授予、且能解决该问题的角色，请联系管理员处理未通过的检查项。</p>
      ) : (
        <ul className="explain-solutions">
          {solutions.map(({ roleId, membershipId, roleName, post, risk, riskPoints }) => (
            <li key={`${roleId} ${membershipId}`}>
              在「{post}」授予角色「{roleName}」
              <RiskTag risk={risk} points={riskPoints} />
            </li>
          ))}
        </ul>
      )}
      {solutions.length > 0 && onGrant && (
        <button type="button" className="explain-go" onClick={onGrant}>
          前往授权
        </button>
      )}
    </section>
  );
}
