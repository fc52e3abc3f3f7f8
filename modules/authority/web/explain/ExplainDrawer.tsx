import { type ExplainTarget, explain } from "@ops/authority/contract";
import { NotLoaded, useClosing, useEndpoint } from "@ops/platform/web";
import { Drawer, Skeleton } from "antd";
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

/** The explanation of one right. */
export function ExplainDrawer({ question, onClose }: Props) {
  const { drawer } = useClosing(onClose);
  return (
    <Drawer title="权限解释" size={840} {...drawer}>
      <ExplanationOf question={question} />
    </Drawer>
  );
}

/** Asks at once, because a question changes nothing except the log. */
export function ExplanationOf({ question }: { readonly question: Question }) {
  const answer = useEndpoint(explain, { body: question }, { silent: true, staleTime: 10_000 });
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return answer.data ? <ExplanationView told={answer.data} /> : <Skeleton active />;
}
