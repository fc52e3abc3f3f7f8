import type { ChartLook, ShareData } from "./chart-options.ts";

const FONT_SIZE = 12;
const DIGIT = 7;
const GAP = 12;
const MARK = { itemWidth: 14, itemHeight: 8 };

/** Makes the legend on the right of a ring, with name, number and share in columns, and its width. */
export function shareLegend(data: ShareData, look: ChartLook) {
  const total = data.reduce((sum, { value }) => sum + value, 0);
  const lines = new Map(
    data.map(({ name, value }) => [name, { count: formatCount(value), share: share(value, total) }]),
  );
  const columns = {
    name: { width: longest([...lines.keys()]) * FONT_SIZE, align: "left" },
    count: { width: longest([...lines.values()].map(({ count }) => count)) * DIGIT + GAP, align: "right" },
    share: { width: "100.0%".length * DIGIT + GAP, align: "right" },
  };
  const plain = { color: look.text, fontSize: FONT_SIZE };
  const rich = {
    name: { ...plain, ...columns.name },
    count: { ...plain, ...columns.count },
    share: { ...plain, ...columns.share, color: look.muted },
  };
  const legend = {
    type: "scroll",
    orient: "vertical",
    right: 0,
    top: "middle",
    itemGap: 10,
    ...MARK,
    itemStyle: { borderWidth: 0 },
    textStyle: { ...plain, rich },
    pageIconColor: look.text,
    pageIconInactiveColor: look.line,
    pageTextStyle: plain,
    selectedMode: false, // the shares are of the whole
    formatter: (name: string) => `{name|${name}}{count|${lines.get(name)?.count}}{share|${lines.get(name)?.share}}`,
  };
  const width = MARK.itemWidth + columns.name.width + columns.count.width + columns.share.width + 2 * GAP;
  return { legend, width };
}

const longest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));
const formatCount = (value: number) => value.toLocaleString("zh-CN");
const share = (part: number, whole: number) => (whole === 0 ? "-" : `${((part / whole) * 100).toFixed(1)}%`);
