import { event } from "@ops/platform/contract";
import { z } from "zod";

const at = z.iso.datetime();
const ofPerson = ({ userId }: { userId: string }) => userId;

/**
 * A person cannot work any more: off-boarded, closed or deleted (LEFT), or disabled. Freezing an account does not
 * publish this.
 */
export const personStopped = event(
  "person.stopped",
  z.object({ userId: z.string(), how: z.enum(["LEFT", "DISABLED"]), at }),
  ofPerson,
);
/** The primary post of a working person has changed, has moved or has ended. */
export const personMoved = event("person.moved", z.object({ userId: z.string(), at }), ofPerson);
/** An organisation has got another parent, and everything below it has moved along. */
export const organizationMoved = event("organization.moved", z.object({ orgId: z.string(), at }), ({ orgId }) => orgId);

/*
 * Events of people who work in stores. The modules store and partner publish them for their own people. The position is
 * a code of the authority module; it is null for a partner's employee whose position has no such code.
 */
const post = { userId: z.string(), storeId: z.string(), positionCode: z.string().nullable(), at };

export const staffInPost = event("staff.inPost", z.object(post), ofPerson);
export const staffOffPost = event("staff.offPost", z.object(post), ofPerson);
export const staffLeft = event("staff.left", z.object(post), ofPerson);
export const staffTransferred = event("staff.transferred", z.object({ ...post, fromStoreId: z.string() }), ofPerson);
