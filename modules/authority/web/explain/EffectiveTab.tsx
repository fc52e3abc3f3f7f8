import { type EffectiveRights, effectiveSheet, getEffectiveRights, type User } from "@ops/authority/contract";
import { ExportButton, NotLoaded, useDialog, useEndpoint } from "@ops/platform/web";
import { Alert, Button, Input, Segmented, Skeleton } from "antd";
import { useDeferredValue, useState } from "react";
import { CompareDrawer } from "./CompareDrawer.tsx";
import { EffectiveTable } from "./EffectiveTable.tsx";
import { ExplainDrawer, type Question } from "./ExplainDrawer.tsx";
import { type EffectiveKind, linesOf } from "./effective-lines.ts";
import { PostSelect } from "./PostSelect.tsx";
import "./explain.css";

/** 有效权限: the rights of the person, per post or in all posts together, with their sources (AU-R24). */
export function EffectiveTab({ user }: { readonly user: User }) {
  const [membershipId, setMembershipId] = useState<string | null>(null);
  const [kind, setKind] = useState<EffectiveKind>("codes");
  const [search, setSearch] = useState("");
  const word = useDeferredValue(search.trim().toLowerCase());
  const explaining = useDialog<Question>();
  const comparing = useDialog<true>();
  const query = membershipId === null ? {} : { membershipId };
  const answer = useEndpoint(
    getEffectiveRights,
    { params: { id: user.id }, query },
    { keepPrevious: true, silent: true },
  );
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton active />;
  const rights = answer.data;
  const lines = linesOf(rights, kind).filter(({ text }) => text.toLowerCase().includes(word));

  return (
    <div className="effective">
      <div className="effective-head">
        {!rights.boolAdmin && <PostSelect userId={user.id} value={membershipId} onChange={setMembershipId} />}
        <Segmented aria-label="内容" options={kindOptions(rights)} value={kind} onChange={setKind} />
        <Input.Search
          allowClear
          aria-label="查找权限"
          placeholder="名称 / 编码"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <span className="effective-compare">
          <ExportButton sheet={effectiveSheet} query={{ userIds: user.id, ...query }} />
          <Button onClick={() => comparing.open(true)}>与他人对比</Button>
        </span>
      </div>
      {rights.boolAdmin && <Alert type="info" showIcon title="管理员拥有全部权限和全部数据范围，不来自角色" />}
      {rights.otherPosts > 0 && <p className="explain-hint">另有其他任职 {rights.otherPosts} 项，权限已计入</p>}
      {rights.otherSources > 0 && <p className="explain-hint">另有其他授权 {rights.otherSources} 项，权限已计入</p>}
      <EffectiveTable
        rights={rights}
        kind={kind}
        lines={lines}
        isFiltered={word !== ""}
        isLoading={answer.isPlaceholderData}
        onExplain={(target) => explaining.open({ userId: user.id, membershipId, target })}
      />
      {explaining.value && <ExplainDrawer question={explaining.value} onClose={explaining.close} />}
      {comparing.value && <CompareDrawer user={user} onClose={comparing.close} />}
    </div>
  );
}

function kindOptions({ codes, pages, interfaces, fields }: EffectiveRights) {
  return [
    { value: "codes" as const, label: `权限点 ${codes.length}` },
    { value: "pages" as const, label: `页面 ${pages.length}` },
    { value: "interfaces" as const, label: `接口 ${interfaces.length}` },
    { value: "fields" as const, label: `字段 ${fields.length}` },
  ];
}
