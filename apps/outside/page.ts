import type { Entry } from "./ledger.ts";
import { type Mood, moods, ports } from "./ports.ts";

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const text = (value: string | number) => String(value).replace(/[&<>"]/g, (one) => escapes[one] ?? one);

const states = { DONE: "已完成", REFUSED: "已拒绝", PENDING: "处理中" } as const;

/** Makes the only page: switches above, requests below. */
export function pageOf(entries: readonly Entry[], moodOf: (port: string) => Mood): string {
  return `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>外部系统替身</title>
<link rel="icon" href="data:,">
<style>
  :root { color-scheme: light dark; font: 14px/1.6 "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif; }
  body { max-width: 1200px; margin: 24px auto; padding: 0 24px; }
  h1 { font-size: 20px; } h2 { font-size: 16px; margin-top: 24px; }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: 6px 8px; text-align: left; vertical-align: baseline; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
  th, td:not(.body) { white-space: nowrap; }
  td.body { font: 12px/1.5 ui-monospace, monospace; word-break: break-all; max-width: 480px; }
  small { opacity: .7; } button, select { font: inherit; padding: 2px 8px; }
  form { display: flex; gap: 8px; align-items: baseline; }
  form + table { margin-top: 8px; }
</style>
<h1>外部系统替身 <small>仅用于演示与测试</small></h1>
<h2>端口</h2>
<table><tr><th>端口</th><th>地址</th><th>行为</th></tr>${Object.entries(ports)
    .map(
      ([name, { title }]) =>
        `<tr><td>${text(title)}</td><td>/${name}</td><td>${moodForm(name, moodOf(name))}</td></tr>`,
    )
    .join("")}</table>
<h2>收到的请求 <small>最近 ${entries.length} 条</small></h2>
<form method="get" action="/"><button>刷新</button></form>
<table><tr><th>时间</th><th>端口</th><th>业务编号</th><th>状态</th><th>发送 / 查询</th><th>请求</th><th>应答</th></tr>
${entries.map(rowOf).join("\n") || '<tr><td colspan="7">还没有收到请求</td></tr>'}
</table>
</html>`;
}

function moodForm(port: string, mood: Mood): string {
  const options = Object.entries(moods)
    .map(([value, label]) => `<option value="${value}"${value === mood ? " selected" : ""}>${text(label)}</option>`)
    .join("");
  return `<form method="post" action="/switches/${port}"><select name="mood" aria-label="${text(ports[port]?.title ?? port)}的行为">${options}</select><button>应用</button></form>`;
}

function rowOf({ at, port, key, state, reason, sent, asked, body, answer }: Entry): string {
  const said = answer ? JSON.stringify(answer) : reason;
  const time = new Date(at).toLocaleString("zh-CN", { timeZone: "Asia/Shanghai", hour12: false });
  return `<tr><td>${text(time)}</td><td>${text(ports[port]?.title ?? port)}</td><td>${text(key)}</td><td>${states[state]}</td><td>${sent} / ${asked}</td><td class="body">${text(body)}</td><td class="body">${text(said)}</td></tr>`;
}
