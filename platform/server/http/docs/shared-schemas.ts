type Json = Record<string, unknown>;

/** Objects with fewer properties are not shared, because a name would tell no more than they do. */
const FEWEST_PROPERTIES = 2;
/** Fewer choices with their words fit on a line of their own. */
const FEWEST_WORDS = 3;
/** Objects with more properties are not named after them, because nobody would read such a name. */
const MOST_IN_NAME = 3;
/** Properties that a place adds to its schema. They are not part of the shared schema. */
const SAID_BY_PLACE = ["label", "hint", "description", "default"] as const;

/**
 * The named schemas of a description. An object or a choice with words that several calls use is described once. Names
 * do not depend on the order of calls, so that a new call renames nothing: all places of a schema are noted first.
 */
export class SharedSchemas {
  readonly schemas: Record<string, unknown> = {};
  readonly #places = new Map<string, Set<string>>();
  readonly #names = new Map<string, string>();

  /** Notes the places of the objects in a schema. */
  note(schema: unknown, place: string, fewest = FEWEST_PROPERTIES): void {
    eachInside(schema, place, (inner, at) => this.note(inner, at));
    if (!isJson(schema) || !isShared(schema, fewest)) return;
    const key = keyOf(schema);
    this.#places.set(key, (this.#places.get(key) ?? new Set()).add(place));
  }

  /** Replaces objects in a schema by references. `place` names those that were never noted. */
  share(schema: unknown, place: string, fewest = FEWEST_PROPERTIES): unknown {
    if (Array.isArray(schema)) return schema.map((one) => this.share(one, place));
    if (!isJson(schema)) return schema;
    const inside = this.shareInside(schema, place);
    if (!isShared(schema, fewest)) return inside;
    const said = Object.fromEntries(SAID_BY_PLACE.flatMap((name) => (name in inside ? [[name, inside[name]]] : [])));
    return { $ref: `#/components/schemas/${this.#nameOf(schema, inside, place)}`, ...said };
  }

  /** Shares the parts of a schema, but not the schema itself. */
  shareInside(schema: Json, place: string): Json {
    const entries = Object.entries(schema).map(([key, value]) => {
      if (key === "properties" && isJson(value)) return [key, this.#shareProperties(value, place)];
      return [key, HOLDS_SCHEMAS.has(key) ? this.share(value, place) : value];
    });
    return Object.fromEntries(entries);
  }

  #shareProperties(properties: Json, place: string): Json {
    const entries = Object.entries(properties).map(([name, schema]) => [
      name,
      this.share(schema, placeIn(place, name)),
    ]);
    return Object.fromEntries(entries);
  }

  #nameOf(schema: Json, inside: Json, place: string): string {
    const key = keyOf(schema);
    const known = this.#names.get(key);
    if (known) return known;
    const wanted = chooseName(schema, [...(this.#places.get(key) ?? [place])]);
    let name = wanted;
    for (let n = 2; name in this.schemas; n++) name = `${wanted}${n}`;
    this.#names.set(key, name);
    this.schemas[name] = withoutPlace(inside);
    return name;
  }
}

const HOLDS_SCHEMAS: ReadonlySet<string> = new Set(["items", "anyOf", "oneOf", "allOf", "additionalProperties"]);

function eachInside(schema: unknown, place: string, visit: (inner: unknown, at: string) => void): void {
  if (Array.isArray(schema)) for (const one of schema) visit(one, place);
  if (!isJson(schema)) return;
  for (const [key, value] of Object.entries(schema)) {
    if (HOLDS_SCHEMAS.has(key)) visit(value, place);
    if (key !== "properties" || !isJson(value)) continue;
    for (const [name, property] of Object.entries(value)) visit(property, placeIn(place, name));
  }
}

function isShared({ properties, words, enum: choices }: Json, fewest: number): boolean {
  if (isJson(properties)) return Object.keys(properties).length >= fewest;
  return Array.isArray(choices) && isJson(words) && Object.keys(words).length >= FEWEST_WORDS;
}

/** What two schemas have in common that are described once. */
const keyOf = (schema: Json): string => JSON.stringify(withoutPlace(schema));

function withoutPlace(schema: Json): Json {
  const said: readonly string[] = [...SAID_BY_PLACE, "named"];
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !said.includes(name)));
}

/**
 * Finds the name: that of the contract (`named`), otherwise the shortest of its places. A schema of several services is
 * named after its few properties, or after what its places have in common.
 */
function chooseName(schema: Json, places: readonly string[]): string {
  if (typeof schema["named"] === "string") return schema["named"];
  const [shortest = ""] = places.toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1));
  const services = new Set(places.map((place) => wordsOf(place)[0]));
  if (services.size < 2) return shortest;
  const properties = isJson(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  const end = places.every((place) => place.endsWith("Input")) ? "Input" : "";
  if (properties.length > 0 && properties.length <= MOST_IN_NAME) return `${properties.map(pascal).join("")}${end}`;
  return commonEnd(places) || shortest;
}

/** `UserUsersRowStatus` and `VehicleCarsStatus` → `Status`. */
function commonEnd(places: readonly string[]): string {
  const [first = [], ...others] = places.map((place) => wordsOf(place).reverse());
  const differs = first.findIndex((word, at) => others.some((words) => words[at] !== word));
  return first.slice(0, differs).reverse().join("");
}

const wordsOf = (place: string): string[] => place.match(/[A-Z][a-z0-9]*/g) ?? [];

/** A property in it; rows of a page are its `list`. */
export const placeIn = (place: string, name: string) => (name === "list" ? `${place}Row` : `${place}${pascal(name)}`);

/** `/partner/v1/contracts/{id}/renew` → `PartnerContractsRenew`. */
export function placeOf(path: string): string {
  const parts = path.split("/").filter((part) => part !== "" && !/^v\d+$|^\{/.test(part));
  return parts.map(pascal).join("");
}

const pascal = (text: string) =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_all, first: string) => first.toUpperCase());

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
