import { insertMany, type Tx } from "@ops/platform/server";
import { leadershipEnds, offboardSteps } from "../../offboarding/steps.ts";
import { type Calendar, minutesAfter } from "../calendar.ts";
import type { Person } from "../people/people.ts";
import { administratorId, placeId, stampedBy } from "../rows.ts";
import { idOf } from "../seeded.ts";

/** Loads one finished off-boarding with its result list for everybody who has left. */
export async function loadOffboardings(tx: Tx, persons: readonly Person[], calendar: Calendar): Promise<void> {
  const left = persons.filter(({ status }) => status === "LEFT");
  await insertMany(
    tx,
    "offboarding",
    left.map((person) => recordOf(person, calendar)),
  );
  await insertMany(
    tx,
    "offboardingStep",
    left.flatMap((person) => stepsOf(tx, person, calendar)),
  );
}

const offboardingId = ({ id }: Person) => idOf(`offboarding:${id}`);

/** Off-boardings end in the afternoon of the last day. */
function endOf({ posts }: Person, calendar: Calendar): Date {
  return new Date(`${posts[0]?.endDate ?? calendar.day(1)}T17:20:00+08:00`);
}

function recordOf(person: Person, calendar: Calendar) {
  const at = endOf(person, calendar);
  return {
    id: offboardingId(person),
    version: 2,
    ...stampedBy(administratorId, at),
    updatedAt: minutesAfter(at, 1),
    userId: person.id,
    organizationIds: person.posts.map(({ place }) => placeId(place)),
    reason: "个人原因离职",
    status: "DONE",
    finishedAt: minutesAfter(at, 1),
  };
}

function stepsOf(tx: Tx, person: Person, calendar: Calendar) {
  const ended = { status: "DONE" };
  const lines = [
    ...offboardSteps.map(({ kind, label }) => ({ kind, label, ...ended, count: countOf(kind, person) })),
    ...tx.workInHand.map(({ kind, label }) => ({ kind, label, status: "KEPT", count: 0 })),
    { kind: leadershipEnds.kind, label: leadershipEnds.label, ...ended, count: 0 },
  ];
  const doneAt = minutesAfter(endOf(person, calendar), 1);
  return lines.map((line, sort) => ({ offboardingId: offboardingId(person), sort, ...line, doneAt }));
}

/** Each post ended together with its role. Other kinds have nothing, because nobody was signed in at that hour. */
function countOf(kind: string, { posts }: Person): number {
  return kind === "authority.grants" || kind === "authority.memberships" ? posts.length : 0;
}
