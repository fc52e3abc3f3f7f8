import { listMessageTemplates, type MessageTemplate, messageLength } from "@ops/platform/contract";
import { type Route, reads } from "../http/route.ts";

/** `messages` are those of all modules. */
export function messageRoutes(messages: readonly MessageTemplate[]): Route[] {
  const codes = messages.map(({ code }) => code);
  const twice = codes.find((code, at) => codes.indexOf(code) !== at);
  if (twice !== undefined) throw new Error(`the message ${twice} is declared twice`);
  const lines = messages
    .map((template) => {
      const { code, name, text, holes } = template;
      const told = Object.entries(holes).map(([hole, { label }]) => ({ name: hole, label }));
      return { code, name, text, holes: told, ...messageLength(template) };
    })
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
  return [reads(listMessageTemplates, async () => lines)];
}
