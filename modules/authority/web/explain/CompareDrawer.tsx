import {
  compareUsers,
  listUsers,
  PersonRef,
  type RightsComparison,
  type ScopeText,
  type User,
} from "@ops/authority/contract";
import { DayInput, NotLoaded, PlainTable, RefPicker, useClosing, useEndpoint } from "@ops/platform/web";
import { Checkbox, Drawer, Skeleton } from "antd";
import { useState } from "react";
import "./explain.css";

interface Props {
  readonly user: User;
  readonly onClose: () => void;
}

/** 权限对比 with another person, or with the same person on another day (AU-R24). */
export function CompareDrawer({ user, onClose }: Props) {
  const { drawer } = useClosing(onClose);
  const [other, setOther] = useState<string | null>(null);
  const [days, setDays] = useState<{ a: string | null; b: string | null }>({ a: null, b: null });
  const [onlyDifferent, setOnlyDifferent] = useState(true);
  const isReady = (other !== null && other !== user.id) || days.a !== days.b;
  const query = {
    a: user.id,
    b: other ?? user.id,
    ...(days.a === null ? {} : { aOn: days.a }),
    ...(days.b === null ? {} : { bOn: days.b }),
  };
  const answer = useEndpoint(compareUsers, { query }, { enabled: isReady, keepPrevious: true, silent: true });

  return (
    <Drawer title={`权限对比 · ${user.userName}`} size={860} {...drawer}>
      <div className="compare-head">
        <div>
          <b>{user.userName}</b>
          <Day id="compare-a" value={days.a} onChange={(a) => setDays({ ...days, a })} />
          <Posts posts={isReady ? answer.data?.a.posts : undefined} />
        </div>
        <div>
          <RefPicker
            kind={PersonRef.kind}
            by={listUsers.permission}
            label="对比用户"
            known={[{ value: user.id, label: user.userName }]}
            value={other ?? user.id}
            onChange={setOther}
          />
          <Day id="compare-b" value={days.b} onChange={(b) => setDays({ ...days, b })} />
          <Posts posts={isReady ? answer.data?.b.posts : undefined} />
        </div>
      </div>
      {!isReady && <p className="explain-hint">选择另一位用户，或为两侧选择不同的日期</p>}
      {isReady && answer.error && <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />}
      {isReady && !answer.data && !answer.error && <Skeleton active />}
      {isReady && answer.data && (
        <>
          <Checkbox checked={onlyDifferent} onChange={({ target }) => setOnlyDifferent(target.checked)}>
            只看差异
          </Checkbox>
          <Comparison told={answer.data} onlyDifferent={onlyDifferent} />
        </>
      )}
    </Drawer>
  );
}

interface DayProps {
  readonly id: string;
  readonly value: string | null;
  readonly onChange: (day: string | null) => void;
}

function Day({ id, ...control }: DayProps) {
  return (
    <span className="compare-day">
      <label htmlFor={id}>截至（空为现在）</label>
      <DayInput id={id} {...control} />
    </span>
  );
}

function Posts({ posts }: { readonly posts: readonly string[] | undefined }) {
  return posts && <p>{posts.join("、") || "没有在任的任职"}</p>;
}

interface Line {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly a: string | null;
  readonly b: string | null;
}

const scopeText = (scope: ScopeText | null) => scope && `${scope.words}（${scope.organizationCount}）`;
const yes = (has: boolean) => (has ? "有" : null);

function linesOf({ roles, pages, codes }: RightsComparison): Line[] {
  return [
    ...roles.map(({ id, name, a, b }) => ({ key: id, kind: "角色", name, a: yes(a), b: yes(b) })),
    ...pages.map(({ key, title, a, b }) => ({ key, kind: "页面", name: title, a: yes(a), b: yes(b) })),
    ...codes.map(({ code, name, a, b }) => ({ key: code, kind: "权限点", name, a: scopeText(a), b: scopeText(b) })),
  ];
}

function Comparison({ told, onlyDifferent }: { readonly told: RightsComparison; readonly onlyDifferent: boolean }) {
  const lines = linesOf(told).filter(({ a, b }) => !onlyDifferent || a !== b);
  const side = (text: string | null) => text ?? <span className="compare-lack">—</span>;
  return (
    <PlainTable<Line>
      className="compare-table"
      rowKey="key"
      pageSize={50}
      rows={lines}
      empty="两侧的权限完全相同"
      columns={[
        { title: "类别", dataIndex: "kind", width: 72 },
        { title: "名称", dataIndex: "name" },
        { title: nameOf(told.a), key: "a", width: "28%", render: (_, { a }) => side(a) },
        { title: nameOf(told.b), key: "b", width: "28%", render: (_, { b }) => side(b) },
      ]}
    />
  );
}

const nameOf = ({ userName, on }: RightsComparison["a"]) =>
  on === null ? `${userName}（现在）` : `${userName}（${on}）`;
