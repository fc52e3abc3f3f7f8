import { type ComponentProps, lazy, Suspense } from "react";

const RecordLogs = lazy(async () => ({ default: (await import("./RecordLogs.tsx")).RecordLogs }));

/** The log of one record; its code comes when somebody opens it. */
export function LogsView(props: ComponentProps<typeof RecordLogs>) {
  return (
    <Suspense fallback={null}>
      <RecordLogs {...props} />
    </Suspense>
  );
}
