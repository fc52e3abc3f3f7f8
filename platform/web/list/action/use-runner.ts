import { useState } from "react";
import { perform, type RowAction } from "./actions.ts";

/** Runs the actions of one record; while one is running, the others wait. */
export function useRunner<Row>(row: Row) {
  const [running, setRunning] = useState<string | null>(null);
  const start = async (action: RowAction<Row>) => {
    setRunning(action.label);
    try {
      await perform(action, row);
    } finally {
      setRunning(null);
    }
  };
  return { running, start };
}
