import type { ReactNode } from "react";

/** Shows a value as a link that opens the record of the row. */
export function openingCell<Row>(cell: (row: Row) => ReactNode, open: (row: Row) => void): (row: Row) => ReactNode {
  return (row) => (
    <button type="button" className="text-button" onClick={() => open(row)}>
      {cell(row)}
    </button>
  );
}
