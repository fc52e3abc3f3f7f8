import type { Slot } from "../shell/page/slot.ts";
import type { RecordTab } from "./record.ts";

/** The parts that other modules put into a slot of a record, as tabs of its drawer or page. */
export function tabsOf<R>(of: Slot<{ readonly record: R }>): RecordTab<R>[] {
  return of.parts().map(({ key, title, needs, when, Body }) => ({
    key,
    title,
    ...(needs === undefined ? {} : { needs }),
    when: (record) => when?.({ record }) ?? true,
    content: (record) => <Body record={record} />,
  }));
}
