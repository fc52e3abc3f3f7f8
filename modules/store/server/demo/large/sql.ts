import { largeId, systemActor } from "@ops/platform/server";

/** The size of the large data set. Movements and certificates follow from the people, nodes from the projects. */
export interface LargeStores {
  readonly stores: number;
  /** Those who work in the stores; a twentieth as many are being hired. */
  readonly people: number;
  /** Those who have left or were rejected. */
  readonly past: number;
  readonly rosterDays: number;
  readonly projects: number;
  readonly interviews: number;
  readonly pictures: number;
  readonly trainings: number;
}

/** All records of people. */
export const staffOf = ({ people, past: gone }: LargeStores): number => people + Math.floor(people / 20) + gone;

export const BY = `'${systemActor.userId}'::uuid`;
export const NOW = "now()";
export const TODAY = "(now() at time zone 'Asia/Shanghai')::date";

export const stamp = "id, created_at, created_by, updated_at, updated_by";
export const stampedAs = (id: string, at: string): string => `${id}, ${at}, ${BY}, ${at}, ${BY}`;
export const stamped = (kind: string, n: string, at: string): string => stampedAs(largeId(kind, n), at);

/** A moment of the last year, another one for each row. */
export const past = (n: string): string => `${NOW} - make_interval(mins => (${n} * 7) % 500000)`;
export const oneOf = (words: readonly string[], n: string): string =>
  `(array[${words.map((word) => `'${word}'`).join(", ")}])[1 + (${n}) % ${words.length}]`;
/** Bytes for encrypted columns that no benchmark decrypts, different in each row. */
export const bytes = (text: string): string => `decode(md5(${text}), 'hex')`;

/** The stores of the large organisations with their number from 0 on. */
export const STORES = "(select id, name, created_at, sort as n from organization where code ~ '^LARGE-S[0-9]+$')";
/** The people of the large set with their number from 0 on and their post. */
export const PEOPLE = `(select u.id, u.user_name as name, m.id as post_id, m.organization_id as store_id,
    substr(u.staff_no, 2)::int - 1 as n
  from app_user u join membership m on m.user_id = u.id and m.is_primary where u.staff_no ~ '^L[0-9]{7}$')`;
