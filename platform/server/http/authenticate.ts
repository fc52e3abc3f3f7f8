import type { Actor } from "../actor.ts";
import type { NodeAccess } from "../module.ts";
import type { RequestFacts } from "../request.ts";

/** The session is no good: HTTP 401 (or 403 for a refused place), never used for a missing permission (PF-R30). */
export class SessionRefused extends Error {
  readonly status: 401 | 403;
  readonly msgCode: string;

  constructor(msgCode: string, status: 401 | 403 = 401) {
    super("您的账号登录超时或已在其他地方登录，若不是本人操作，请注意账号安全！");
    this.status = status;
    this.msgCode = msgCode;
  }
}

export interface Authenticated {
  readonly actor: Actor;
  /** Why only a few calls answer, or null: the initial password is unchanged (PF-R37). */
  readonly restricted: boolean;
  /** Whether the token was replaced a moment ago and may still read (PF-R64). */
  readonly readOnly: boolean;
  /** Whether a view as another person must end. Then only leaving the view is answered. */
  readonly viewIsOver?: boolean;
  /** A token that takes the place of the one sent (PF-R50). */
  readonly rotatedToken?: string;
}

/** Turns the token of a request into who acts. Platform declares it, authority answers it, apps/server connects them. */
export type Authenticate = (token: string | null, request: RequestFacts, node: NodeAccess) => Promise<Authenticated>;
