import { type Endpoint, fieldMeta } from "@ops/platform/contract";
import type { z } from "zod";
import type { Tx } from "../../db/tx.ts";
import { dictValues, notInDict, type RetiredCode } from "../../dict/codes.ts";
import { placesIn, valuesAt } from "../places.ts";

type Input = { readonly query: unknown; readonly body: unknown };

export interface DictCodes {
  /** Throws for a value that its dictionary does not have, and answers values that can no longer be chosen. */
  check(tx: Tx, input: Input): Promise<readonly RetiredCode[]>;
}

/**
 * Requires that every dictionary code in a write is an entry of its dictionary, at any depth (PF-R88). A filter may
 * name any code, and unknown ones find nothing. Null if the endpoint writes no code.
 */
export function dictCodesOf(endpoint: Pick<Endpoint, "method" | "query" | "body">): DictCodes | null {
  if (endpoint.method === "GET") return null;
  const places = (["query", "body"] as const).flatMap((part) =>
    placesIn(endpoint[part], dictField).map((place) => ({ part, ...place })),
  );
  if (places.length === 0) return null;
  return {
    check: async (tx, input) => {
      const retired: RetiredCode[] = [];
      for (const { part, path, found } of places) {
        for (const [way, value] of valuesAt(input[part], path)) {
          const name = path.at(-1) ?? "";
          for (const code of codesIn(value)) {
            const isEnabled = (await tx.kept(dictValues, found.dict)).get(code);
            const refusal = notInDict(found.label, way);
            if (isEnabled === undefined) throw refusal;
            if (!isEnabled) retired.push({ name, value: code, refusal });
          }
        }
      }
      return retired;
    },
  };
}

function dictField(schema: z.ZodType): { dict: string; label: string } | null {
  const { dict, label } = fieldMeta(schema);
  return dict === null ? null : { dict, label: label ?? "参数" };
}

/** One code, or a list of them; null is no choice. */
function codesIn(value: unknown): readonly string[] {
  return [value].flat().filter((one) => typeof one === "string");
}
