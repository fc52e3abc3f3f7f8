import { insertMany, type Tx } from "@ops/platform/server";
import { leadershipEnds, offboardSteps } from "../offboarding/steps.ts";
import { type Calendar, minutesAfter } from "./calendar.ts";
import type { Person } from "./people.ts";
import { administratorId, placeId } from "./rows.ts";
import { idOf } from "./seeded.ts";

/** How those who have left went: one finished off-boarding each, with its result list. */
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

/** In the afternoon of the last day. */
function endOf({ posts }: Person, calendar: Calendar): Date {
  return new Date(`${posts[0]?.endDate ?? calendar.day(1)}T17:20:00+08:00`);
}

function recordOf(person: Person, calendar: Calendar) {
  const at = endOf(person, calendar);
  return {
    id: offboardingId(person),
    version: 2,
    createdAt: at,
    createdBy: administratorId,
    updatedAt: minutesAfter(at, 1),
    updatedBy: administratorId,
    userId: person.id,
    organizationIds: person.posts.map(({ place }) => placeId(place)),
    reason: "个人原因离职",
    status: "DONE" as const,
    finishedAt: minutesAfter(at, 1),
  };
}

function stepsOf(tx: Tx, person: Person, calendar: Calendar) {
  const ended = { status: "DONE" as const, successorId: null };
  const lines = [
    ...offboardSteps.map(({ kind, label }) => ({ kind, label, ...ended, count: countOf(kind, person) })),
    ...tx.workInHand.map(({ kind, label }) => ({ kind, label, status: "KEPT" as const, successorId: null, count: 0 })),
    { kind: leadershipEnds.kind, label: leadershipEnds.label, ...ended, count: 0 },
  ];
  const doneAt = minutesAfter(endOf(person, calendar), 1);
  return lines.map((line, sort) => ({ offboardingId: offboardingId(person), sort, ...line, message: null, doneAt }));
}

/** A post and the role that came with it; nobody was signed in at that hour. */
function countOf(kind: string, { posts }: Person): number {
  return kind === "authority.grants" || kind === "authority.memberships" ? posts.length : 0;
}
