import { type Authenticate, nothing, SessionRefused } from "@ops/platform/server";
import { cookieOf, findByCookie, isDueForTouch, touchPortalSession } from "./portal-session.ts";

/**
 * Finds the caller of the portal by its cookie, which is HttpOnly and SameSite=Strict.
 * A portal session has no rights in the console (PF-R55).
 */
export const portalAuthenticate: Authenticate = async (_token, request, node) => {
  const session = await node.read((tx) => findByCookie(tx, cookieOf(request)));
  if (!session) throw new SessionRefused("SESSION_UNKNOWN");
  if (isDueForTouch(session, node.now())) await node.commit((tx) => touchPortalSession(tx, session));
  const actor = {
    userId: session.userId,
    name: session.userName,
    sessionId: session.id,
    organizationIds: [],
    isAdmin: false,
    can: () => false,
    mayCall: () => false,
    scopeOf: () => nothing,
    fieldMode: null,
  };
  return { actor, restricted: false, readOnly: false };
};
