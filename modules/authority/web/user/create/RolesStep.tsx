import { Alert, Button } from "antd";
import { RoleSelect } from "../../grant/RoleSelect.tsx";
import type { PostDraft } from "./PostsStep.tsx";

interface Props {
  readonly posts: readonly PostDraft[];
  readonly mayGrant: boolean;
  readonly pending: boolean;
  readonly onChange: (posts: readonly PostDraft[]) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

export function RolesStep({ posts, mayGrant, pending, onChange, onBack, onNext }: Props) {
  const choose = (key: string, roleIds: string[]) =>
    onChange(posts.map((post) => (post.key === key ? { ...post, roleIds } : post)));
  return (
    <>
      <Alert type="info" showIcon title={hintOf(posts.length, mayGrant)} />
      {mayGrant &&
        posts.map((post) => (
          <div key={post.key} className="post-roles">
            <label htmlFor={`${post.key}-roles`}>
              {post.organizationName}({post.positionName})
            </label>
            <RoleSelect
              id={`${post.key}-roles`}
              organizationId={post.organizationId}
              value={post.roleIds}
              onChange={(roleIds) => choose(post.key, roleIds)}
            />
          </div>
        ))}
      <div className="create-user-foot">
        <Button disabled={pending} onClick={onBack}>
          上一步
        </Button>
        <Button type="primary" loading={pending} onClick={onNext}>
          创建账号
        </Button>
      </div>
    </>
  );
}

function hintOf(posts: number, mayGrant: boolean): string {
  if (posts === 0) return "没有任职的账号暂时无法登录，可在创建后添加任职与角色。";
  return mayGrant ? "职位的默认角色会自动带入，这里可以另外授予角色。" : "职位的默认角色会自动带入。";
}
