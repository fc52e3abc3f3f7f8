import { type DictEntry, listDictEntries } from "@ops/platform/contract";
import { useQuery } from "@tanstack/react-query";
import { call } from "../call/client.ts";
import { queryKeyOf } from "../call/use-query.ts";
import { batchByTick } from "./batch.ts";

/** Loads the entries of all dictionaries requested in one tick with one call. */
const loadEntries = batchByTick(async (codes: readonly string[]) => {
  const answer = await call(listDictEntries, { query: { codes: codes.join(","), includeDisabled: "1" } });
  if (!answer.success) throw new Error(answer.msg);
  return answer.data;
});

export interface Dict {
  /** All entries, also disabled ones: they still resolve labels (PF-R88). */
  readonly entries: readonly DictEntry[];
  /** The choices. */
  readonly options: readonly { value: string; label: string }[];
  find(value: string): DictEntry | undefined;
  readonly loading: boolean;
}

/** Loads the dictionary `code`, which is cached until `dict.changed`. */
export function useDict(code: string): Dict {
  const { data, isPending } = useQuery({
    queryKey: queryKeyOf(listDictEntries, code),
    queryFn: async () => (await loadEntries(code)) ?? [],
    staleTime: Number.POSITIVE_INFINITY,
  });
  const entries = data ?? [];
  return {
    entries,
    options: entries
      .filter(({ disabled }) => !disabled)
      .map((entry) => ({ value: entry.entryValue, label: entry.entryMeaning })),
    find: (value) => entries.find(({ entryValue }) => entryValue === value),
    loading: isPending,
  };
}
