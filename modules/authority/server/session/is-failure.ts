import { sql } from "kysely";

/** A line of `login_log l` that tells of a sign-in which was refused. */
export const isFailure = sql<boolean>`l.result not in ('SUCCESS', 'LOGOUT', 'KICKED', 'REPLACED')`;
