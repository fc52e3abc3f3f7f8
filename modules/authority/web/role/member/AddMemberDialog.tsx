import { listMemberships, listUsers, type Membership, PersonRef, type RoleDetail } from "@ops/authority/contract";
import { NotLoaded, RefPicker, useClosing, useEndpoint } from "@ops/platform/web";
import { Empty, Modal, Radio, Skeleton } from "antd";
import { useState } from "react";
import { GrantDrawer } from "../../grant/GrantDrawer.tsx";

interface Props {
  readonly role: RoleDetail;
  readonly onClose: () => void;
}

/** Asks for a person and a post; then the role is granted as on the person's page. */
export function AddMemberDialog({ role, onClose }: Props) {
  const [person, setPerson] = useState<{ id: string; userName: string } | null>(null);
  const [chosen, setChosen] = useState<Membership | null>(null);
  const [isGiving, setGiving] = useState(false);
  const { close, modal } = useClosing(() => isGiving || onClose());
  const choose = (id: string | null, userName: string) => {
    setPerson(id === null ? null : { id, userName });
    setChosen(null);
  };
  const give = () => {
    setGiving(true);
    close();
  };
  return (
    <>
      <Modal
        title={`添加成员 · ${role.name}`}
        okText="下一步"
        cancelText="取消"
        okButtonProps={{ disabled: chosen === null }}
        onOk={give}
        {...modal}
      >
        <div className="role-add-member">
          <RefPicker
            kind={PersonRef.kind}
            by={listUsers.permission}
            label="人员"
            value={person?.id ?? null}
            onChange={choose}
          />
          {person && <Posts userId={person.id} value={chosen} onChange={setChosen} />}
        </div>
      </Modal>
      {isGiving && person && chosen && (
        <GrantDrawer user={person} membership={chosen} roleIds={[role.id]} onClose={onClose} />
      )}
    </>
  );
}

interface PostsProps {
  readonly userId: string;
  readonly value: Membership | null;
  readonly onChange: (post: Membership) => void;
}

function Posts({ userId, value, onChange }: PostsProps) {
  const answer = useEndpoint(listMemberships, { params: { id: userId } }, { silent: true });
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton active paragraph={{ rows: 2 }} title={false} />;
  const posts = answer.data.filter(({ status }) => status !== "ENDED");
  if (posts.length === 0) return <Empty description="该用户没有任职，请先在用户详情中新增" />;
  return (
    <Radio.Group
      aria-label="任职"
      value={value?.id ?? null}
      onChange={({ target }) => {
        const post = posts.find(({ id }) => id === target.value);
        if (post) onChange(post);
      }}
      options={posts.map((post) => ({
        value: post.id,
        disabled: !post.isInReach,
        label: `${post.organizationName}(${post.positionName})${post.isPrimary ? " · 主任职" : ""}`,
      }))}
    />
  );
}
