import { FileSearchOutlined } from "@ant-design/icons";
import { commonErrors } from "@ops/platform/contract";
import { Button, Skeleton } from "antd";
import { Refusal } from "../call/failures.ts";
import { Note, NotLoaded } from "../list/list-states.tsx";
import { StatusPanel } from "../shell/page/StatusPanel.tsx";

/** The record does not exist, or this user may not see it. The message comes from the server. */
export function NotFound({ refusal, onBack }: { readonly refusal: Refusal; readonly onBack: () => void }) {
  const back = (
    <Button type="primary" onClick={onBack}>
      返回
    </Button>
  );
  const tone = refusal.msgCode === commonErrors.forbidden().msgCode ? "locked" : "lost";
  return (
    <StatusPanel tone={tone} title={sentenceFor(refusal)} text="请从列表重新进入，或联系管理员确认。" actions={back} />
  );
}

/**
 * Finds the sentence. For an address that was typed or cut, the fault of the id is not shown, because it means nothing
 * to people.
 */
function sentenceFor({ msgCode, message }: Refusal): string {
  const isUnreadable = msgCode === commonErrors.param({ field: "" }).msgCode;
  return isUnreadable ? commonErrors.notFound().message : message;
}

interface Answer {
  readonly error: Error | null;
  refetch(): unknown;
}

/** Shown in a drawer while its record loads, and if it cannot be shown. */
export function RecordInstead({ answer: { error, refetch } }: { readonly answer: Answer }) {
  if (!error) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (!(error instanceof Refusal)) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  return <Note icon={<FileSearchOutlined />} sentence={sentenceFor(error)} hint="可能已被删除，或不在您的数据范围内" />;
}
