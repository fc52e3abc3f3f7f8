import { sql } from "kysely";

/** Accounts of app_user that another module keeps: what becomes of idle ones is its rule, not AU-R9. */
export const isKept = sql<boolean>`(source = 'STAFF' and user_type = 'PARTNER')`;
