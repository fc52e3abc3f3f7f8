import { AuditOutlined } from "@ant-design/icons";
import { type Explanation, explain, giveGrants, listUsers, PersonRef } from "@ops/authority/contract";
import { goTo, Note, RefPicker, useCall, useMay } from "@ops/platform/web";
import { Button } from "antd";
import { type FormEvent, useState } from "react";
import { addressOfUser } from "../person/address-of-user.ts";
import { ExplanationView } from "./ExplanationView.tsx";
import { PostSelect } from "./PostSelect.tsx";
import { emptyTarget, TargetInput, targetOf } from "./TargetInput.tsx";
import "./explain.css";

/** 权限解释: why a person may or may not do something (AU-R25). */
export function ExplainPanel() {
  const may = useMay();
  const [userId, setUserId] = useState<string | null>(null);
  const [membershipId, setMembershipId] = useState<string | null>(null);
  const [draft, setDraft] = useState(emptyTarget);
  const [told, setTold] = useState<{ userId: string; answer: Explanation } | null>(null);
  const asking = useCall(explain);
  const target = targetOf(draft);

  const ask = async (event: FormEvent) => {
    event.preventDefault();
    if (userId === null || target === null) return;
    const { success, data } = await asking.call({ body: { userId, membershipId, target } });
    setTold(success ? { userId, answer: data } : null);
  };
  const choosePerson = (id: string | null) => {
    setUserId(id);
    setMembershipId(null);
  };
  const grant = (id: string) => () => goTo(addressOfUser({ id }));

  return (
    <div className="explain-page">
      <section>
        <form className="explain-form" onSubmit={(event) => void ask(event)}>
          <div className="explain-field">
            <span>用户</span>
            <RefPicker
              kind={PersonRef.kind}
              by={listUsers.permission}
              label="用户"
              value={userId}
              onChange={choosePerson}
            />
          </div>
          <div className="explain-field">
            <span>任职</span>
            <PostSelect userId={userId} value={membershipId} onChange={setMembershipId} />
          </div>
          <TargetInput draft={draft} onChange={setDraft} />
          <Button
            type="primary"
            htmlType="submit"
            loading={asking.pending}
            disabled={userId === null || target === null || asking.offline}
          >
            解释
          </Button>
        </form>
      </section>
      <section aria-live="polite">
        {told ? (
          <ExplanationView told={told.answer} {...(may(giveGrants) ? { onGrant: grant(told.userId) } : {})} />
        ) : (
          <Note icon={<AuditOutlined />} sentence="选择用户和页面、权限点、接口或记录，查看为什么可以或不可以" />
        )}
      </section>
    </div>
  );
}
