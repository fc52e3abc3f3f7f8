import { entriesByCodes, type Tx } from "@ops/platform/server";

/** Loads the present names of the values in a dictionary. An unknown value is its own name. */
export async function meaningsOf(
  tx: Tx,
  dict: "partner_position" | "partner_cert",
): Promise<(value: string) => string> {
  const { [dict]: entries = [] } = await entriesByCodes(tx, { codes: [dict], includeDisabled: true });
  const meanings = new Map(entries.map(({ entryValue, entryMeaning }) => [entryValue, entryMeaning]));
  return (value) => meanings.get(value) ?? value;
}
