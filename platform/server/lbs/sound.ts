import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";

/** Spells a new name in pinyin by the characters of known names. An unknown character is used as it is. */
export async function soundOf(tx: Tx, name: string): Promise<string> {
  const { rows } = await sql<{ letter: string; sound: string }>`
    select letter, mode() within group (order by sound) as sound
    from region r, lateral (
      select unnest(string_to_array(r.name, null)) as letter, unnest(string_to_array(r.pinyin, ' ')) as sound
    ) spelled
    where letter = any(string_to_array(${name}, null)) and sound is not null
      and char_length(r.name) = cardinality(string_to_array(r.pinyin, ' '))
    group by letter`.execute(tx.kysely);
  const sounds = new Map(rows.map(({ letter, sound }) => [letter, sound]));
  return [...name].map((letter) => sounds.get(letter) ?? letter).join(" ");
}
