import type { AnswerOf, CallInput, Endpoint } from "@ops/platform/contract";
import { Skeleton } from "antd";
import type { ReactNode } from "react";
import { useEndpoint } from "../../call/use-query.ts";
import { NotLoaded } from "../../list/list-states.tsx";
import "./figures.css";

interface Props<E extends Endpoint> {
  readonly label: string;
  readonly endpoint: E;
  readonly input: CallInput<E>;
  readonly children: (stats: AnswerOf<E>) => ReactNode;
}

/** A tab of figures and charts from one call. What was loaded stays when loading it again fails. */
export function FigureBoard<E extends Endpoint>({ label, endpoint, input, children }: Props<E>) {
  const { data, error, refetch } = useEndpoint(endpoint, input, { silent: true });
  if (error && !data) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className="list-panel figure-board-wait">
        <Skeleton active paragraph={{ rows: 10 }} />
      </div>
    );
  }
  return (
    <section className="figure-board" aria-label={label}>
      {children(data)}
    </section>
  );
}
