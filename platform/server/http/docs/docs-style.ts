/** The look of /api-docs: no fonts, images or scripts from anywhere. */
export const docsStyle = `
:root { color-scheme: light dark; --ink: #1f2430; --soft: #667085; --line: #e4e7ec; --paper: #fff; --ground: #f6f7f9;
  --read: #0b6bcb; --create: #17803d; --change: #b45309; --remove: #c0262d; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ee; --soft: #98a2b3; --line: #2b3040; --paper: #191c25;
  --ground: #11131a; --read: #6cb2f7; --create: #5dc98a; --change: #e6a54f; --remove: #f07178; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 14px/1.6 -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
code { font: 12.5px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
a { color: inherit; text-decoration: none; }
a:hover { text-decoration: underline; }
.frame { display: grid; grid-template-columns: 264px minmax(0, 1fr); max-width: 1440px; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 24px 16px 48px; border-right: 1px solid var(--line); }
nav h1 { margin: 0 8px 4px; font-size: 16px; }
nav p { margin: 0 8px 16px; color: var(--soft); font-size: 12px; }
nav h2 { margin: 18px 8px 4px; font-size: 12px; color: var(--soft); font-weight: 600; }
nav a { display: flex; gap: 8px; align-items: baseline; padding: 2px 8px; border-radius: 6px; font-size: 13px; }
nav a:hover { background: var(--paper); text-decoration: none; }
nav a span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
main { padding: 24px 32px 96px; }
main > h2 { margin: 32px 0 12px; font-size: 18px; }
main > h2:first-of-type { margin-top: 0; }
main > h2 small { color: var(--soft); font-size: 13px; font-weight: 400; }
article { margin-bottom: 10px; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; }
article:target { border-color: var(--read); }
details > summary { cursor: pointer; list-style: none; }
details > summary::-webkit-details-marker { display: none; }
article > details > summary { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; padding: 10px 16px; }
article > details[open] > summary { border-bottom: 1px solid var(--line); }
summary .title { font-weight: 600; }
summary .facts { margin-left: auto; display: flex; gap: 6px; }
.verb { flex: none; min-width: 54px; font: 700 11px/1.8 ui-monospace, Menlo, Consolas, monospace; }
nav .verb { min-width: 44px; font-size: 10px; }
.get { color: var(--read); } .post { color: var(--create); } .put { color: var(--change); } .delete { color: var(--remove); }
.fact { padding: 0 8px; border: 1px solid var(--line); border-radius: 10px; color: var(--soft); font-size: 12px; white-space: nowrap; }
.inside { padding: 4px 16px 16px; }
.inside h3 { margin: 14px 0 6px; font-size: 13px; color: var(--soft); }
.none { margin: 10px 0 0; color: var(--soft); }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 13px; table-layout: fixed; min-width: 560px; }
th:first-child { width: 34%; } th:nth-child(2) { width: 22%; } td { overflow-wrap: anywhere; }
th { text-align: left; font-weight: 600; color: var(--soft); }
th, td { padding: 5px 12px 5px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
.must { color: var(--remove); }
@media (max-width: 860px) { .frame { display: block; } nav { position: static; height: auto; border-right: 0; } main { padding: 8px 16px 64px; } summary .facts { margin-left: 0; } }
`;
