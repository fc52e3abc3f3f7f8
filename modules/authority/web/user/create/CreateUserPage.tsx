import { ArrowLeftOutlined } from "@ant-design/icons";
import { createUser, giveGrants } from "@ops/authority/contract";
import { useCall, useMay, usePages, useUnsaved } from "@ops/platform/web";
import { Button, Card, Result, Steps } from "antd";
import { useState } from "react";
import { flushSync } from "react-dom";
import { addressOfUser } from "../../person/address-of-user.ts";
import { InitialPassword } from "../InitialPasswordDialog.tsx";
import { type Basics, BasicsStep } from "./BasicsStep.tsx";
import { type PostDraft, PostsStep } from "./PostsStep.tsx";
import { RolesStep } from "./RolesStep.tsx";
import "../user.css";

const titles = ["基本信息", "任职", "角色", "完成"];

/** 新增用户 in four steps. The account is created at the end of the third one, and its password is shown once (5.2). */
export function CreateUserPage() {
  const pages = usePages();
  const mayGrant = useMay()(giveGrants);
  const [step, setStep] = useState(0);
  const [basics, setBasics] = useState<Basics | null>(null);
  const [posts, setPosts] = useState<readonly PostDraft[]>([]);
  const [made, setMade] = useState<{ id: string; initialPassword: string } | null>(null);
  const [dirty, setDirty] = useState(false);
  useUnsaved(dirty && made === null);
  const create = useCall(createUser);

  const save = async () => {
    if (!basics) return;
    const memberships = posts.map(({ key: _key, organizationName: _org, positionName: _position, ...post }) => post);
    const answer = await create.call({ body: { ...basics, memberships } });
    if (!answer.success) return;
    flushSync(() => setMade(answer.data));
    setStep(3);
  };

  return (
    <section className="detail-page create-user" aria-label="新增用户" onInput={() => setDirty(true)}>
      <header className="detail-head">
        <Button type="text" aria-label="返回" icon={<ArrowLeftOutlined />} onClick={pages.back} />
        <h1 className="detail-title">新增用户</h1>
      </header>
      <Card>
        <Steps size="small" current={step} items={titles.map((title) => ({ title }))} />
      </Card>
      <Card className="create-user-step">
        {step === 0 && (
          <BasicsStep
            start={basics}
            onCancel={pages.back}
            onNext={(next) => {
              setBasics(next);
              setDirty(true);
              setStep(1);
            }}
          />
        )}
        {step === 1 && (
          <PostsStep posts={posts} onChange={setPosts} onBack={() => setStep(0)} onNext={() => setStep(2)} />
        )}
        {step === 2 && (
          <RolesStep
            posts={posts}
            mayGrant={mayGrant}
            pending={create.pending}
            onChange={setPosts}
            onBack={() => setStep(1)}
            onNext={save}
          />
        )}
        {step === 3 && made && basics && (
          <Result status="success" title={`账号「${basics.userName}」已创建`}>
            <InitialPassword password={made.initialPassword} />
            <div className="create-user-foot">
              <Button onClick={() => pages.open("/AuthorityManagement/UserManagement", { replace: true })}>
                返回列表
              </Button>
              <Button type="primary" onClick={() => pages.open(addressOfUser(made), { replace: true })}>
                查看用户
              </Button>
            </div>
          </Result>
        )}
      </Card>
    </section>
  );
}
