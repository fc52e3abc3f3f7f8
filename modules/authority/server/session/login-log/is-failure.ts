import { sql } from "kysely";

/** The line of `login_log l` is a refused sign-in. */
export const isFailure = sql<boolean>`l.result not in ('SUCCESS', 'LOGOUT', 'KICKED', 'REPLACED')`;
