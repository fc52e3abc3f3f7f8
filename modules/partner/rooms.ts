/** The rooms of the module, lowest first: a room needs lower ones alone. */
export const rooms = [
  "company",
  "contract",
  "qualification",
  "deposit",
  "bank-account",
  "staff",
  "staff-handover",
  "blacklist",
  "assessment",
  "onboarding",
  "cascade",
  "suspension",
  "exit",
  "stats",
  "partner",
];
