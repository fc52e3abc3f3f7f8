import type { CallInput } from "@ops/platform/contract";
import type { ReactNode } from "react";
import { useEndpoint } from "../call/use-query.ts";
import { looksOf, type Specials } from "../list/column/named-looks.ts";
import { plainColumn } from "../list/column/plain-columns.tsx";
import { PlainTable } from "../list/PlainTable.tsx";
import { type PartName, type PartRow, type PartsEndpoint, partOf } from "./part-endpoint.ts";
import "./detail.css";

interface Props<E extends PartsEndpoint, K extends PartName<E>> {
  /** The call that answers the parts of a record; those of one screen load it once. */
  readonly from: E;
  readonly id: string;
  readonly part: K;
  /** Its heading, unless it is what the contract calls the part; null for none. */
  readonly title?: ReactNode;
  /** Keys of the rows in their order, as `tableColumnsOf` takes them. */
  readonly columns: Specials<PartRow<E, K>>;
  /** 操作 of a row, the last column; none without it. */
  readonly act?: { readonly width: number; readonly as: (row: PartRow<E, K>) => ReactNode } | undefined;
  readonly rowKey?: keyof PartRow<E, K> & string;
  readonly empty?: string;
  /** What stands between the heading and the table. */
  readonly children?: ReactNode;
}

/** One of the tables in a tab of a record, with its heading: it loads its rows by the id of the record. */
export function PartTable<E extends PartsEndpoint, K extends PartName<E>>(props: Props<E, K>) {
  const { from, id, part, columns, act, children, title: said, ...rest } = props;
  type Row = PartRow<E, K>;
  const asked = useEndpoint(from, { params: { id } } as CallInput<E>, { silent: true });
  const { title, row } = partOf(from, part);
  const heading = said === undefined ? title : said;
  const shown = looksOf<Row>(row, columns).map(([key, look]) => plainColumn<Row>(row, key, look));
  const acts = act && { key: "act", title: "操作", width: act.width, render: (_: unknown, one: Row) => act.as(one) };
  const rows = asked.data?.[part as keyof typeof asked.data] as readonly Row[] | undefined; // the part is a list
  return (
    <>
      {heading !== null && <h3 className="part-title">{heading}</h3>}
      {children}
      <PlainTable<Row> of={asked} rows={rows} columns={acts ? [...shown, acts] : shown} {...rest} />
    </>
  );
}
