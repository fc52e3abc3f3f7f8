/** Lines are loaded again after this time, because background work continues while somebody looks at it. */
export const REFRESH_MS = 10_000;
