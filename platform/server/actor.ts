import type { Endpoint, FieldMode } from "@ops/platform/contract";
import type { RawBuilder } from "kysely";

/** The records a permission reaches: all, or those of some organisations and/or the person's own (PF-R105). */
export type DataScope =
  | { readonly all: true }
  | {
      readonly all: false;
      /** A query of organisation ids; null when no organisation is in scope. */
      readonly organizations: RawBuilder<unknown> | null;
      /** Whose own records are in scope; null when that grants nothing. */
      readonly selfId: string | null;
    };

export const everything: DataScope = { all: true };
export const nothing: DataScope = { all: false, organizations: null, selfId: null };

/** Who acts, and what the person may do right now. Rights are never frozen into the token (PF-R32). */
export interface Actor {
  readonly userId: string;
  readonly name: string;
  readonly sessionId: string | null;
  readonly organizationIds: readonly string[];
  readonly isAdmin: boolean;
  can(permission: string): boolean;
  /** Holds the code of the endpoint through a role that does not leave this very call out (AU-R20). */
  mayCall(endpoint: Endpoint): boolean;
  scopeOf(permission: string): DataScope;
  /** What the roles leave of a ruled field, in a call that asks for this permission; null where no role rules any. */
  readonly fieldMode: ((field: string, permission: string) => FieldMode) | null;
  /**
   * Who really looks, while somebody sees through this person's eyes (AU-R26): nothing can be changed, and nothing is
   * seen that the viewer could not see himself.
   */
  readonly seenBy?: Actor;
  /** The account is kept for looking only: nothing of business can be changed with it. */
  readonly isReadOnly?: boolean;
  /** The people behind an actor that is none: what nobody may do to himself, it may not do to them (AU-R5). */
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

/** Somebody who has not signed in. */
export const nobody: Actor = {
  ...systemActor,
  name: "未登录",
  isAdmin: false,
  can: () => false,
  mayCall: () => false,
  scopeOf: () => nothing,
};
