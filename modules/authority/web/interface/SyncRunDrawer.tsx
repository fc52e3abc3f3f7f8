import { CheckCircleOutlined } from "@ant-design/icons";
import { getSyncRun, type SyncDetails, syncKinds } from "@ops/authority/contract";
import { drawerOf, Note } from "@ops/platform/web";
import { Alert } from "antd";
import { CodeText, MethodPath } from "./interface-texts.tsx";

/** Shows the differences that a comparison of the catalogue with the contract found. */
export const SyncRunDrawer = drawerOf({
  endpoint: getSyncRun,
  entity: "同步差异",
  title: ({ kind, startedAt }) => `${syncKinds[kind]} · ${startedAt}`,
  notice: ({ error, newPublic }) => (
    <>
      {error && <Alert type="error" showIcon title="同步失败，目录保持原样" description={error} />}
      {newPublic > 0 && <Alert type="error" showIcon title={`新增了 ${newPublic} 个无需登录的接口，请安全员确认`} />}
    </>
  ),
  tabs: [
    {
      key: "differences",
      title: "差异",
      content: ({ details, error }) => <Differences details={details} failed={error !== null} />,
    },
  ],
  width: 720,
});

function Differences({ details, failed }: { readonly details: SyncDetails; readonly failed: boolean }) {
  const { added, changed, removed, returned } = details;
  if (added.length + changed.length + removed.length + returned.length === 0) {
    return failed ? null : <Note icon={<CheckCircleOutlined />} sentence="目录与当前版本一致，没有差异" />;
  }
  return (
    <>
      <Changed changed={changed} />
      <Section title="新增" called={added} />
      <Section title="下线" called={removed} />
      <Section title="恢复" called={returned} />
    </>
  );
}

function Section({ title, called }: { readonly title: string; readonly called: SyncDetails["added"] }) {
  if (called.length === 0) return null;
  return (
    <section className="sync-section">
      <h3>
        {title} {called.length}
      </h3>
      <ul>
        {called.map((one) => (
          <li key={`${one.method} ${one.path}`}>
            <MethodPath {...one} />
            <small>
              {one.name} · <CodeText code={one.permissionCode} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Changed({ changed }: Pick<SyncDetails, "changed">) {
  if (changed.length === 0) return null;
  return (
    <section className="sync-section">
      <h3>变更 {changed.length}</h3>
      <ul>
        {changed.map((one) => (
          <li key={`${one.method} ${one.path}`}>
            <MethodPath {...one} />
            {one.changes.map(({ label, before, after }) => (
              <small key={label}>
                {label}：{before} → {after}
              </small>
            ))}
            {one.impact && (
              <small>
                {people("获得", one.impact.gained, one.impact.gainedNames)}；
                {people("失去", one.impact.lost, one.impact.lostNames)}
              </small>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function people(word: string, count: number, names: readonly string[]): string {
  if (count === 0) return `无人${word}`;
  return `${count} 人${word}：${names.join("、")}${count > names.length ? " 等" : ""}`;
}
