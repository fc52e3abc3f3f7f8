import pg from "pg";

/** The types `text[]` and `uuid[]`, by the numbers that PostgreSQL gives them in every database. */
const [TEXT_ARRAY, UUID_ARRAY] = [1009, 2951];

type ParseArray = (text: string) => (string | null)[];
const parseLetterByLetter: ParseArray = pg.types.getTypeParser(TEXT_ARRAY);

/**
 * Reads an array of texts. Codes and ids need no quotes, so they are split at once. The driver builds them letter by
 * letter, which was most of the work of compiling the rights of somebody with many codes. Quotes, NULL, arrays in
 * arrays and bounds are left to the driver.
 */
export const parseTextArray: ParseArray = (text) => {
  if (text === "{}") return [];
  const isPlain = text.startsWith("{") && !text.includes("{", 1) && !text.includes('"') && !text.includes("NULL");
  return isPlain ? text.slice(1, -1).split(",") : parseLetterByLetter(text);
};

/** Lets all connections read arrays of texts and ids this way. */
export function readTextArraysAtOnce(): void {
  for (const type of [TEXT_ARRAY, UUID_ARRAY]) pg.types.setTypeParser(type, parseTextArray);
}
