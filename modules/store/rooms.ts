/** The rooms of the module, lowest first: a room needs lower ones alone. */
export const rooms = [
  "site",
  "ext-column",
  "hours",
  "position",
  "headcount",
  "staff",
  "movement",
  "duty",
  "store",
  "opening",
  "adoption",
  "statistics",
];
