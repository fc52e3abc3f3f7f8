import type { Endpoint, FieldMode } from "@ops/platform/contract";
import type { RawBuilder } from "kysely";

/** The records a permission reaches: all, or those of some organisations and/or the person's own (PF-R105). */
export type DataScope =
  | { readonly all: true }
  | {
      readonly all: false;
      /** A query of organisation ids; null when no organisation is in scope. */
      readonly organizations: RawBuilder<unknown> | null;
      /** The person whose own records are in scope; null if there is none. */
      readonly selfId: string | null;
    };

export const everything: DataScope = { all: true };
export const nothing: DataScope = { all: false, organizations: null, selfId: null };

/** The person who acts, and the present rights. Rights are never stored in the token (PF-R32). */
export interface Actor {
  readonly userId: string;
  readonly name: string;
  readonly sessionId: string | null;
  readonly organizationIds: readonly string[];
  readonly isAdmin: boolean;
  can(permission: string): boolean;
  /** Tells whether a role grants the code of the endpoint and does not exclude this call (AU-R20). */
  mayCall(endpoint: Endpoint): boolean;
  scopeOf(permission: string): DataScope;
  /**
   * Finds what the roles allow with a restricted field, in a call with this permission; null if no role restricts
   * fields.
   */
  readonly fieldMode: ((field: string, permission: string) => FieldMode) | null;
  /**
   * The viewer, while another person views the product as this one (AU-R26). Nothing can be changed then, and nothing
   * is shown that the viewer could not see.
   */
  readonly seenBy?: Actor;
  /** The account is kept for looking only: nothing of business can be changed with it. */
  readonly isReadOnly?: boolean;
  /**
   * The people behind an actor that is not a person. What nobody may do to themselves, this actor may not do to them
   * (AU-R5).
   */
  readonly standsFor?: readonly string[];
}

/** The server itself: scheduled work, listeners, first start. */
export const systemActor: Actor = {
  userId: "00000000-0000-0000-0000-000000000000",
  name: "系统",
  sessionId: null,
  organizationIds: [],
  isAdmin: true,
  can: () => true,
  mayCall: () => true,
  scopeOf: () => everything,
  fieldMode: null,
};

/** An actor who has not signed in. */
export const nobody: Actor = {
  ...systemActor,
  name: "未登录",
  isAdmin: false,
  can: () => false,
  mayCall: () => false,
  scopeOf: () => nothing,
};
