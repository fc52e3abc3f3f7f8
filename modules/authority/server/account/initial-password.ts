import { randomInt } from "node:crypto";

const LENGTH = 12;
// Without what people mistake for each other when they copy it by hand: 0 O, 1 l I.
const classes = ["ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghijkmnopqrstuvwxyz", "23456789", "@$!%*#?&"] as const;

/**
 * 12 random characters that satisfy PF-R34, with one of each class; shown once and to be changed (AU-R2). The first one is a
 * letter: no spreadsheet takes it for a formula.
 */
export function newInitialPassword(): string {
  const one = (from: string) => from.charAt(randomInt(from.length));
  const characters = classes.map(one);
  while (characters.length < LENGTH - 1) characters.push(one(classes.join("")));
  for (let last = characters.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [characters[last], characters[other]] = [characters[other] ?? "", characters[last] ?? ""];
  }
  return one(classes[0] + classes[1]) + characters.join("");
}
