import { z } from "zod";
import { endpoint } from "../endpoint.ts";

/** One card of 我的待办: its title, its count and the page for the work. */
export const Todo = z.object({
  key: z.string(),
  title: z.string(),
  count: z.int(),
  route: z.string(),
  /** The list behind the number, and the filters with which it shows exactly that. */
  preset: z.object({ list: z.string(), filters: z.record(z.string(), z.string()) }).nullable(),
});
export type Todo = z.output<typeof Todo>;

/** The cards of all modules that the caller may work on; those without anything to do are left out. */
export const myTodos = endpoint({
  method: "GET",
  path: "/common/v1/todos",
  title: "我的待办",
  permission: "session",
  answer: z.array(Todo),
});
