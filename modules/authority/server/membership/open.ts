import type { BodyOf } from "@ops/platform/contract";
import { insertRecords, newId, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { requireGivable } from "../grant/rules.ts";
import type { UserRow } from "../person/tables.ts";
import { checkDates, heldPosts, refuseOverlap, refuseTooMany, statusAt } from "./dates.ts";
import { type Place, requirePlaces } from "./place.ts";
import { followPositions } from "./position-grants.ts";
import { hasPrimary, takePrimaries, tellMoved } from "./primary.ts";
import { type MembershipRow, memberships } from "./tables.ts";

type NewPost = BodyOf<typeof contract.addMembership> & {
  readonly user: Pick<UserRow, "id" | "userType" | "createdAt">;
};

interface Opened {
  readonly id: string;
  readonly organization: Place["organization"];
}

/**
 * Adds posts to people whose rows the caller has locked or just made, and answers them in the same order. The actor
 * must also be allowed to grant the default roles of the positions (AU-R15).
 */
export async function openMemberships(tx: Tx, posts: readonly NewPost[]): Promise<Opened[]> {
  const places = await requirePlaces(tx, posts);
  const held = await heldPosts(
    tx,
    posts.map(({ user }) => user.id),
  );
  const { added, replaced, moved } = placePosts(tx, posts, held);
  await takePrimaries(tx, replaced);
  await tellMoved(tx, moved);
  await insertRecords(tx, memberships, added);
  const opened = added.map(({ id }, n) => ({ id, place: placeAt(places, n) }));
  const [first] = opened;
  if (first) tx.trail.summary ??= `${first.place.organization.name}(${first.place.position.name})`;
  const brought = posts.flatMap(({ user }, n) => {
    const { organization, position } = placeAt(places, n);
    return position.defaultRoleIds.map((roleId) => ({ user, organization, roleId, validTo: null, fromPosition: true }));
  });
  if (brought.length > 0) await requireGivable(tx, brought);
  await followPositions(
    tx,
    added.map(({ id }) => id),
  );
  return opened.map(({ id, place: { organization } }) => ({ id, organization }));
}

function placeAt(places: readonly Place[], n: number): Place {
  const place = places[n];
  if (!place) throw new Error("a post without its place");
  return place;
}

type Added = Omit<MembershipRow, "version" | "createdAt" | "createdBy" | "updatedAt" | "updatedBy">;

/**
 * Builds the rows of these posts and finds the people whose stored primary post is replaced, and those who moved. Whoever
 * was made in this transaction has not moved.
 */
function placePosts(tx: Tx, posts: readonly NewPost[], stored: ReadonlyMap<string, readonly MembershipRow[]>) {
  const stamp = { version: 1, createdAt: tx.now, createdBy: "", updatedAt: tx.now, updatedBy: "" };
  const added: Added[] = [];
  const appointed = new Map<string, NewPost["user"]>();
  for (const { user, ...post } of posts) {
    const { organizationId, positionId, startDate, endDate } = post;
    checkDates(tx, post);
    const mine = added.filter(({ userId }) => userId === user.id);
    const held = [...(stored.get(user.id) ?? []), ...mine.map((row) => ({ ...row, ...stamp }))];
    refuseOverlap(tx, held, { organizationId, positionId, startDate, endDate });
    refuseTooMany(held.length);
    const status = statusAt(tx, startDate);
    const isPrimary = status === "EFFECTIVE" && (post.isPrimary || !hasPrimary(held));
    if (isPrimary) {
      for (const row of mine) row.isPrimary = false;
      appointed.set(user.id, user);
    }
    const span = { organizationId, positionId, startDate, endDate, status, isPrimary };
    added.push({ id: newId(), userId: user.id, ...span, followsPosition: true });
  }
  const people = [...appointed.values()];
  const idsOf = (list: readonly NewPost["user"][]) => list.map(({ id }) => id);
  return {
    added,
    replaced: idsOf(people.filter(({ id }) => hasPrimary(stored.get(id) ?? []))),
    moved: idsOf(people.filter(({ createdAt }) => createdAt.getTime() !== tx.now.getTime())),
  };
}
