import { createHash, createHmac } from "node:crypto";
import { verifyTicket } from "@ops/authority/contract";
import { newId, signedText } from "@ops/platform/server";
import type { FastifyInstance } from "fastify";
import { z } from "zod";

interface Echo {
  /** The address of the console, seen from this process. */
  readonly consoleOrigin: string;
  keys(): Promise<{ readonly ak: string; readonly sk: string } | null>;
}

const Answer = z.object({ success: z.boolean(), msg: z.string(), data: z.record(z.string(), z.unknown()).nullable() });

/** A page that plays another system: it verifies its ticket and shows who came (AU-R55). */
export function serveEcho(app: FastifyInstance, echo: Echo): void {
  app.get("/echo", async (request, reply) => {
    const { ticket } = z.object({ ticket: z.string().default("") }).parse(request.query);
    const keys = await echo.keys();
    const { title, rows } = keys ? await askAboutTicket(echo.consoleOrigin, keys, ticket) : emptyPage("演示数据未加载");
    return reply.type("text/html; charset=utf-8").header("cache-control", "no-store").send(page(title, rows));
  });
}

const emptyPage = (title: string) => ({ title, rows: [] as [string, string][] });

async function askAboutTicket(origin: string, keys: { ak: string; sk: string }, ticket: string) {
  const { method, path } = verifyTicket;
  const body = JSON.stringify({ ticket });
  const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), newId()];
  const text = signedText(
    { method, path, query: "", timestamp, nonce },
    createHash("sha256").update(body).digest("hex"),
  );
  const signature = createHmac("sha256", keys.sk).update(text).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-ak": keys.ak,
    "x-timestamp": timestamp,
    "x-nonce": nonce,
    "x-signature": signature,
  };
  const response = await fetch(origin + path, { method, headers, body });
  const answer = Answer.parse(await response.json());
  if (!answer.success || !answer.data) return emptyPage(`票据校验未通过：${answer.msg}`);
  const rows = Object.entries(answer.data).map(([name, value]): [string, string] => [
    names[name] ?? name,
    value === null ? "未提供" : String(value),
  ]);
  return { title: "票据校验通过", rows };
}

const names: Readonly<Record<string, string>> = {
  systemCode: "系统编码",
  id: "用户编号",
  name: "姓名",
  staffNo: "工号",
  externalId: "外部账号",
  phone: "手机号",
};

function page(title: string, rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join("");
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>演示系统</title><style>
    :root { color-scheme: light dark; font: 14px/1.6 system-ui, sans-serif; }
    main { max-width: 480px; margin: 12vh auto; padding: 24px 28px; border: 1px solid #8884; border-radius: 8px; }
    h1 { margin: 0 0 4px; font-size: 18px; } p { margin: 0 0 16px; opacity: .7; }
    dl { display: grid; grid-template-columns: 88px 1fr; gap: 6px 12px; margin: 0; }
    dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
  </style></head><body><main><h1>${escapeHtml(title)}</h1>
  <p>本页模拟一个第三方系统：收到一次性票据后，用自己的 AK/SK 向控制台校验。刷新本页即可看到票据只能使用一次。</p>
  <dl>${lines}</dl></main></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
