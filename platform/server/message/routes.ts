import { listMessageTemplates, type MessageTemplate, messageLength } from "@ops/platform/contract";
import { type Route, reads } from "../http/route.ts";

/** `messages` are those of all modules. */
export function messageRoutes(messages: readonly MessageTemplate[]): Route[] {
  const lines = messages
    .map((template) => {
      const { code, name, text, holes } = template;
      const told = Object.entries(holes).map(([hole, { label }]) => ({ name: hole, label }));
      return { code, name, text, holes: told, ...messageLength(template) };
    })
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
  return [reads(listMessageTemplates, async () => lines)];
}
