import { z } from "zod";
import { ADMINISTRATOR } from "./staff.ts";

export type Call = <T extends z.ZodType>(
  method: string,
  path: string,
  data: T,
  body?: object,
  token?: string,
) => Promise<z.output<T>>;

/** Speaks to one node; a refusal ends the run. */
export function callerOf(port: number): Call {
  return async (method, path, data, body, token = ADMINISTRATOR) => {
    const headers = {
      authorization: token,
      applicationid: "1",
      ...(body ? { "content-type": "application/json" } : {}),
    };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    const answer = z.object({ success: z.boolean(), data: z.unknown() }).parse(JSON.parse(text));
    if (!answer.success) throw new Error(`${method} ${path}: ${text.slice(0, 500)}`);
    return data.parse(answer.data);
  };
}
