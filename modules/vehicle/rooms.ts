/** The rooms of the module, lowest first: a room needs only rooms that stand before it. */
export const rooms = [
  "quote",
  "series",
  "car-item",
  "car-market-type",
  "price",
  "car-record",
  "place",
  "published",
  "register",
  "car",
  "car-config",
  "intake",
  "statistics",
] as const;
