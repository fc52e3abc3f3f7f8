/** The rooms of the module, lowest first: a room needs lower ones alone. */
export const rooms = [
  "site",
  "ext-column",
  "hours",
  "position",
  "headcount",
  "post-standard",
  "staff",
  "interview",
  "certification",
  "training",
  "movement",
  "duty",
  "store",
  "opening",
  "adoption",
  "statistics",
];
