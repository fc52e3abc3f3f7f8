import { type ExplainTarget, explain } from "@ops/authority/contract";
import { NotLoaded, useEndpoint } from "@ops/platform/web";
import { Drawer, Skeleton } from "antd";
import { useState } from "react";
import { ExplanationView } from "./ExplanationView.tsx";

export interface Question {
  readonly userId: string;
  readonly membershipId?: string | null;
  readonly target: ExplainTarget;
}

interface Props {
  readonly question: Question;
  readonly onClose: () => void;
}

/** The explanation of one line. */
export function ExplainDrawer({ question, onClose }: Props) {
  const [open, setOpen] = useState(true);
  return (
    <Drawer
      title="权限解释"
      size={840}
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(is) => is || onClose()}
    >
      <ExplanationOf question={question} />
    </Drawer>
  );
}

/** Asks at once; a question changes nothing but the log. */
export function ExplanationOf({ question }: { readonly question: Question }) {
  const answer = useEndpoint(explain, { body: question }, { silent: true, staleTime: 10_000 });
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return answer.data ? <ExplanationView told={answer.data} /> : <Skeleton active />;
}
