import { entriesByCodes, type Tx } from "@ops/platform/server";

/** What the values of a dictionary are called at present; one that it does not know stands for itself. */
export async function meaningsOf(
  tx: Tx,
  dict: "partner_position" | "partner_cert",
): Promise<(value: string) => string> {
  const { [dict]: entries = [] } = await entriesByCodes(tx, { codes: [dict], includeDisabled: true });
  const meanings = new Map(entries.map(({ entryValue, entryMeaning }) => [entryValue, entryMeaning]));
  return (value) => meanings.get(value) ?? value;
}
