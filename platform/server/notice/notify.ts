import type { NoticeCategory, NoticeLevel } from "@ops/platform/contract";
import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { newId } from "../secret/crypto.ts";
import { letTravel } from "./carrier.ts";

export interface NewNotice {
  readonly category: NoticeCategory;
  readonly level?: NoticeLevel;
  readonly title: string;
  readonly content: string;
  /** Where a click leads: `/AuthorityManagement/InterfaceAuthority`. */
  readonly route?: `/${string}`;
  /** The subject. While a notice about the same subject is unread, a newer one replaces it (PF-R100). */
  readonly about: string;
  /** Whether a person who had a notice about the same subject, read or not, gets no second one. */
  readonly once?: boolean;
  /** It also goes the ways that modules have registered, once, unless the person has switched that off (PF-R124). */
  readonly carried?: boolean;
}

/** Gives a notice to these people; it leaves with the transaction and shows at once on open pages. */
export async function notify(tx: Tx, userIds: Iterable<string>, notice: NewNotice): Promise<void> {
  const { category, level = "INFO", title, content, route = null, about, once = false, carried = false } = notice;
  const people = [...new Set(userIds)].sort(); // in one order everywhere: two at once never wait for each other
  const { rows } = await sql<{ id: string; userId: string }>`
    insert into notice (id, user_id, category, level, title, content, route, merge_key, created_at)
    select n.id, n.user_id, ${category}, ${level}, ${title}, ${content}, ${route}, ${about}, ${tx.now}
    from unnest(${people.map(() => newId())}::uuid[], ${people}::uuid[]) as n (id, user_id)
    where not (${once} and exists (select 1 from notice had
      where had.user_id = n.user_id and had.category = ${category} and had.merge_key = ${about}))
    on conflict (user_id, category, merge_key) where read_at is null do update set level = excluded.level,
      title = excluded.title, content = excluded.content, route = excluded.route, created_at = excluded.created_at
    returning id, user_id as "userId"`.execute(tx.kysely);
  for (const { id, userId } of rows) await tx.tell({ userId }, { type: "notice.new", noticeId: id });
  const ids = rows.map(({ id }) => id);
  if (carried) await letTravel(tx, ids);
}
