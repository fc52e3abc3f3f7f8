import { myTodos } from "@ops/platform/contract";
import { type Route, reads } from "../http/route.ts";
import { type TodoSource, todosOf } from "./todo.ts";

/** `sources` are the cards of all modules. */
export function todoRoutes(sources: readonly TodoSource[]): Route[] {
  return [reads(myTodos, (tx) => todosOf(tx, sources))];
}
