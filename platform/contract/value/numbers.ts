/** `part` of `whole` in percent, half up to 2 decimals in integer arithmetic; `0/0` shows `-` (PF-R91). */
export function percentage(part: number, whole: number): string {
  if (whole === 0) return "-";
  const hundredths = Math.floor((part * 20_000 + whole) / (2 * whole));
  return `${(hundredths / 100).toFixed(2)}%`;
}

/** 分 as 元 with two decimals and thousands separators. */
export function yuan(fen: number): string {
  return (fen / 100).toLocaleString("zh-CN", { minimumFractionDigits: 2 });
}
