import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { createUser, PositionRef } from "@ops/authority/contract";
import { type BodyInputOf, dayOf } from "@ops/platform/contract";
import { DayInput, RefPicker, serverNow } from "@ops/platform/web";
import { Button, Radio } from "antd";
import { useState } from "react";
import { OrganizationSelect } from "../../organization/OrganizationSelect.tsx";

type Post = BodyInputOf<typeof createUser>["memberships"][number];
/** A post that is being entered. The next step shows the names. */
export type PostDraft = Post & {
  readonly key: string;
  readonly organizationName: string;
  readonly positionName: string;
};

interface Props {
  readonly posts: readonly PostDraft[];
  readonly onChange: (posts: readonly PostDraft[]) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

export function PostsStep({ posts, onChange, onBack, onNext }: Props) {
  const [fault, setFault] = useState("");
  const add = () => onChange([...posts, newPost(posts.length === 0)]);
  const change = (key: string, changes: Partial<PostDraft>) =>
    onChange(posts.map((post) => (post.key === key ? { ...post, ...changes } : post)));
  const setPrimary = (key: string) => onChange(posts.map((post) => ({ ...post, isPrimary: post.key === key })));
  const remove = (key: string) => onChange(posts.filter((post) => post.key !== key));
  const next = () => {
    const found = faultOf(posts);
    setFault(found);
    if (found === "") onNext();
  };

  return (
    <>
      {posts.length > 0 && (
        <div className="post-row post-head" aria-hidden>
          <span>主任职</span>
          <span>组织</span>
          <span>职位</span>
          <span>开始日期</span>
          <span>结束日期</span>
          <span />
        </div>
      )}
      {posts.map((post, at) => (
        <fieldset key={post.key} className="post-row" aria-label={`任职 ${at + 1}`}>
          <Radio aria-label="主任职" checked={post.isPrimary} onChange={() => setPrimary(post.key)} />
          <OrganizationSelect
            value={post.organizationId || null}
            onChange={(id, organizationName) =>
              change(post.key, { organizationId: id ?? "", organizationName, roleIds: [] })
            }
          />
          <RefPicker
            kind={PositionRef.kind}
            by={createUser.permission}
            value={post.positionId || null}
            onChange={(id, positionName) => change(post.key, { positionId: id ?? "", positionName })}
          />
          <DayInput
            value={post.startDate}
            onChange={(day) => change(post.key, { startDate: day ?? dayOf(serverNow()) })}
          />
          <DayInput value={post.endDate} onChange={(endDate) => change(post.key, { endDate: endDate ?? null })} />
          <Button type="text" danger aria-label="移除任职" icon={<DeleteOutlined />} onClick={() => remove(post.key)} />
        </fieldset>
      ))}
      <Button
        className="post-add"
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        disabled={posts.length >= 20}
        onClick={add}
      >
        添加任职
      </Button>
      {fault && (
        <p className="create-user-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="create-user-foot">
        <Button onClick={onBack}>上一步</Button>
        <Button type="primary" onClick={next}>
          下一步
        </Button>
      </div>
    </>
  );
}

let made = 0;

function newPost(isPrimary: boolean): PostDraft {
  const names = { key: `post-${++made}`, organizationName: "", positionName: "" };
  const dates = { startDate: dayOf(serverNow()), endDate: null };
  return { ...names, ...dates, organizationId: "", positionId: "", isPrimary, roleIds: [] };
}

function faultOf(posts: readonly PostDraft[]): string {
  for (const { organizationId, positionId, startDate, endDate } of posts) {
    if (!organizationId) return "请选择组织！";
    if (!positionId) return "请选择职位！";
    if (endDate && endDate < startDate) return "结束日期不能早于开始日期";
  }
  return "";
}
