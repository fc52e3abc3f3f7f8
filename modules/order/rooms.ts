/** The rooms of the module, lowest first: a room needs lower ones alone. */
export const rooms = [
  "customer",
  "series-rule",
  "policy",
  "order",
  "promise",
  "butler",
  "paper",
  "check",
  "lock",
  "car",
  "refund",
  "payment",
  "slot",
  "change",
  "delivery",
  "intake",
];
