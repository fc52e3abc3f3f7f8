import { commonErrors } from "@ops/platform/contract";
import { Button } from "antd";
import type { Refusal } from "../call/failures.ts";
import { StatusPanel } from "../shell/StatusPanel.tsx";

/** The record is gone, or this user may not see it: the server says which. */
export function NotFound({ refusal, onBack }: { readonly refusal: Refusal; readonly onBack: () => void }) {
  const back = (
    <Button type="primary" onClick={onBack}>
      返回
    </Button>
  );
  const tone = refusal.msgCode === commonErrors.forbidden().msgCode ? "locked" : "lost";
  // an address that was typed or cut: what is wrong with its id is nothing for people
  const isUnreadable = refusal.msgCode === commonErrors.param({ field: "" }).msgCode;
  const title = isUnreadable ? commonErrors.notFound().message : refusal.message;
  return <StatusPanel tone={tone} title={title} text="请从列表重新进入，或联系管理员确认。" actions={back} />;
}
