/**
 * The data scopes of authority.md section 2.5. They are written again on purpose: the model must share no code with what
 * it tests.
 */
export const scopes = ["ALL", "ORG_TREE", "ORG", "SELF", "CUSTOM"] as const;
export type Scope = (typeof scopes)[number];

/** An organisation of the tree. */
export interface Node {
  readonly id: string;
  readonly parentId: string | null;
}

/** The facts about a record that matter for rights. */
export interface Fact {
  readonly id: string;
  /** True unless the record was deleted or has ended. */
  readonly exists: boolean;
  /** The organisations through which it is in scope. */
  readonly organizationIds: readonly string[];
  /** The person to whom the record belongs. */
  readonly ownerId: string | null;
  /** True if every holder of the code sees the record, whatever the data scope. */
  readonly everywhere: boolean;
}

/** A person who works in one organisation and has the endpoint's code with one data scope. */
export interface Person {
  readonly userId: string;
  readonly organizationId: string;
  readonly scope: Scope;
  /** The organisations of a CUSTOM scope. */
  readonly custom: readonly { readonly id: string; readonly withChildren: boolean }[];
  readonly isAdmin: boolean;
}

/** Tells whether the person may know that the record exists: PF-R105 and section 7 of authority.md in a dozen lines. */
export function sees(person: Person, fact: Fact | undefined, tree: readonly Node[]): boolean {
  if (!fact?.exists) return false;
  if (person.isAdmin || person.scope === "ALL" || fact.everywhere) return true;
  if (person.scope === "SELF") return fact.ownerId === person.userId;
  return fact.organizationIds.some((id) => reaches(person, id, tree));
}

function reaches({ scope, organizationId, custom }: Person, id: string, tree: readonly Node[]): boolean {
  if (scope === "ORG") return id === organizationId;
  const line = lineUp(id, tree);
  if (scope === "ORG_TREE") return line.includes(organizationId);
  return custom.some((place) => (place.withChildren ? line.includes(place.id) : place.id === id));
}

/** Lists the organisation and all above it. */
function lineUp(id: string, tree: readonly Node[]): string[] {
  const parentId = tree.find((node) => node.id === id)?.parentId ?? null;
  return parentId === null ? [id] : [id, ...lineUp(parentId, tree)];
}
