import { kindOf, lineOf, type SchemaLine, type SchemaNode, type Schemas, schemaLines } from "./docs-schema.ts";
import { docsStyle } from "./docs-style.ts";

interface Content {
  schema?: SchemaNode;
}

interface Operation {
  summary: string;
  tags?: string[];
  operationId: string;
  "x-permission"?: string;
  "x-audit"?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: SchemaNode }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content> }>;
}

interface Document {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Schemas };
}

interface Listed {
  method: string;
  path: string;
  operation: Operation;
}

/** Text that is already HTML; everything else is escaped on its way into a page. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A page to read an OpenAPI document by: no script, works under the strictest policy. */
export function renderApiDocs(openApi: object): string {
  const { info, paths, components } = openApi as Document;
  const schemas = components?.schemas ?? {};
  const tags = byTag(paths);
  const count = [...tags.values()].reduce((sum, listed) => sum + listed.length, 0);
  const page = html`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} · 接口文档</title>
<style>${new Html(docsStyle)}</style>
</head>
<body>
<div class="frame">
<nav aria-label="接口目录">
<h1>${info.title}</h1>
<p>接口文档 · ${count} 个接口</p>
<p>应答格式 {success, msg, msgCode, data}；HTTP 200 且 success 为 false 是业务拒绝，401 是会话无效。</p>
<a href="/openapi.json">openapi.json</a>
${[...tags].map(([tag, listed]) => html`<h2>${tag}</h2>${listed.map(menuLine)}`)}
</nav>
<main>
${[...tags].map(([tag, listed]) => html`<h2>${tag} <small>${listed.length} 个接口</small></h2>${listed.map((one) => card(one, schemas))}`)}
</main>
</div>
</body>
</html>`;
  return page.text;
}

function byTag(paths: Document["paths"]): Map<string, Listed[]> {
  const tags = new Map<string, Listed[]>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? "其他";
      tags.set(tag, [...(tags.get(tag) ?? []), { method, path, operation }]);
    }
  }
  return tags;
}

function menuLine({ method, operation }: Listed): Html {
  const verb = html`<b class="verb ${method}">${method.toUpperCase()}</b>`;
  return html`<a href="#${operation.operationId}">${verb}<span>${operation.summary}</span></a>`;
}

function card({ method, path, operation }: Listed, schemas: Schemas): Html {
  const { summary, operationId } = operation;
  const audit = operation["x-audit"];
  return html`<article id="${operationId}"><details><summary>
<b class="verb ${method}">${method.toUpperCase()}</b><code>${path}</code><span class="title">${summary}</span>
<span class="facts"><span class="fact">${accessOf(operation["x-permission"])}</span>${audit ? html`<span class="fact">审计：${audit}</span>` : ""}</span>
</summary><div class="inside">${describeOperation(operation, schemas)}</div></details></article>
`;
}

function accessOf(permission = "session"): string {
  if (permission === "public") return "无需登录";
  return permission === "session" ? "登录即可" : permission;
}

function describeOperation({ parameters = [], requestBody, responses }: Operation, schemas: Schemas): Html {
  const given = parameters.map((one) =>
    lineOf(one.name, one.schema, { depth: 0, isRequired: one.required ?? false, schemas }),
  );
  const body = schemaIn(requestBody?.content);
  const sent = [
    given.length > 0 ? table("参数", given) : "",
    body ? table("请求内容（JSON 或表单）", schemaLines(body, schemas)) : "",
  ];
  const isEmpty = given.length === 0 && !body;
  return html`${isEmpty ? html`<p class="none">没有参数</p>` : sent}${answer(responses["200"]?.content, schemas)}`;
}

function answer(content: Record<string, Content> | undefined, schemas: Schemas): Html {
  if (content?.["application/octet-stream"])
    return html`<p class="none">应答：文件，文件名在应答头 export-filename</p>`;
  const events = content?.["text/event-stream"]?.schema;
  if (events) return table("应答：事件流", schemaLines(events, schemas));
  const data = schemaIn(content)?.properties?.["data"];
  if (!data) return html`<p class="none">没有应答内容</p>`;
  const kind = kindOf(data, schemas);
  const lines = schemaLines(data, schemas);
  return lines.length > 0 ? table(`应答 data：${kind}`, lines) : html`<h3>应答 data</h3><p class="none">${kind}</p>`;
}

function schemaIn(content: Record<string, Content> | undefined): SchemaNode | undefined {
  return (content?.["application/json"] ?? content?.["multipart/form-data"])?.schema;
}

function table(title: string, lines: readonly SchemaLine[]): Html {
  return html`<h3>${title}</h3><div class="scroll"><table>
<thead><tr><th>名称</th><th>类型</th><th>说明</th></tr></thead>
<tbody>${lines.map(row)}</tbody></table></div>`;
}

function row({ depth, name, kind, isRequired, remarks }: SchemaLine): Html {
  const must = isRequired ? html`<span class="must" title="必填">*</span>` : "";
  const indent = `padding-left:${depth * 20}px`;
  return html`<tr><td style="${indent}"><code>${name}</code>${must}</td><td>${kind}</td><td>${remarks}</td></tr>`;
}

type Hole = string | number | Html | readonly Hole[];

function html(texts: TemplateStringsArray, ...holes: Hole[]): Html {
  return new Html(texts.map((text, at) => text + (at < holes.length ? escapeHtml(holes[at] ?? "") : "")).join(""));
}

function escapeHtml(hole: Hole): string {
  if (hole instanceof Html) return hole.text;
  if (typeof hole === "object") return hole.map(escapeHtml).join("");
  const codes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return String(hole).replace(/[&<>"']/g, (character) => codes[character] ?? "");
}
