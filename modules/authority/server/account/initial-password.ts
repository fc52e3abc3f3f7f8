import { randomInt } from "node:crypto";

const LENGTH = 12;
// Without what people mistake for each other when they copy it by hand: 0 O, 1 l I.
const classes = ["ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghijkmnopqrstuvwxyz", "23456789", "@$!%*#?&"] as const;

/**
 * 12 random characters that satisfy PF-R34, with one of each class; shown once and to be changed (AU-R2). The first one is a
 * letter: no spreadsheet takes it for a formula. Those that lack a class are thrown away, as about every second one does.
 */
export function newInitialPassword(): string {
  for (;;) {
    const rest = Array.from({ length: LENGTH - 1 }, () => oneOf(classes.join("")));
    const characters = [oneOf(classes[0] + classes[1]), ...rest];
    if (classes.every((kind) => characters.some((character) => kind.includes(character)))) return characters.join("");
  }
}

function oneOf(characters: string): string {
  return characters.charAt(randomInt(characters.length));
}
