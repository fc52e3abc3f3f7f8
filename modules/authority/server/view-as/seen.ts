import { type FieldMode, fieldModes } from "@ops/platform/contract";
import type { Actor } from "@ops/platform/server";

/** The person as the viewer may see through his eyes: no right that one of the two lacks. */
export function seenBy(viewer: Actor, person: Actor): Actor {
  return {
    ...person,
    sessionId: viewer.sessionId,
    can: (permission) => person.can(permission) && viewer.can(permission),
    mayCall: (endpoint) => person.mayCall(endpoint) && viewer.mayCall(endpoint),
    fieldMode: lowerOf(person.fieldMode, viewer.fieldMode),
    seenBy: viewer,
  };
}

function lowerOf(one: Actor["fieldMode"], other: Actor["fieldMode"]): Actor["fieldMode"] {
  if (!one || !other) return one ?? other;
  const rank = (mode: FieldMode) => fieldModes.indexOf(mode);
  return (field, permission) => {
    const [a, b] = [one(field, permission), other(field, permission)];
    return rank(a) <= rank(b) ? a : b;
  };
}
