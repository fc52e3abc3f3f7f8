/** Data scopes of authority.md section 2.5, said again on purpose: the model shares nothing with what it judges. */
export const scopes = ["ALL", "ORG_TREE", "ORG", "SELF", "CUSTOM"] as const;
export type Scope = (typeof scopes)[number];

/** An organisation as the tree has it. */
export interface Node {
  readonly id: string;
  readonly parentId: string | null;
}

/** A record as far as rights are concerned. */
export interface Fact {
  readonly id: string;
  /** Not deleted, not over. */
  readonly exists: boolean;
  /** Organisations through which it is in scope. */
  readonly organizationIds: readonly string[];
  /** Whose own it is. */
  readonly ownerId: string | null;
  /** The same for everybody who holds the code. */
  readonly everywhere: boolean;
}

/** Somebody who works in one organisation and holds the endpoint's code with one data scope. */
export interface Person {
  readonly userId: string;
  readonly organizationId: string;
  readonly scope: Scope;
  /** The organisations of a CUSTOM scope. */
  readonly custom: readonly { readonly id: string; readonly withChildren: boolean }[];
  readonly isAdmin: boolean;
}

/** Whether the person may know that the record exists: PF-R105 and section 7 of authority.md in a dozen lines. */
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

/** The organisation and all above it. */
function lineUp(id: string, tree: readonly Node[]): string[] {
  const parentId = tree.find((node) => node.id === id)?.parentId ?? null;
  return parentId === null ? [id] : [id, ...lineUp(parentId, tree)];
}
