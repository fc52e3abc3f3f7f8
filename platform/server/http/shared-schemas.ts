type Json = Record<string, unknown>;

/** Objects with fewer properties stay where they are: a name would say no more than they do. */
const FEWEST_PROPERTIES = 2;
/** What a place says of the object that stands there; it is no part of what the places share. */
const SAID_BY_PLACE = ["label", "hint", "description", "default"] as const;

/** The named schemas of a description: an object that several calls take or answer stands there once. */
export class SharedSchemas {
  readonly schemas: Record<string, unknown> = {};
  readonly #names = new Map<string, string>();

  /** The same schema with its objects replaced by references; `place` names those that are new. */
  share(schema: unknown, place: string, fewest = FEWEST_PROPERTIES): unknown {
    if (Array.isArray(schema)) return schema.map((one) => this.share(one, place));
    if (!isJson(schema)) return schema;
    const inside = this.shareInside(schema, place);
    const { properties } = inside;
    if (!isJson(properties) || Object.keys(properties).length < fewest) return inside;
    const object = { ...inside };
    const said: Json = {};
    for (const name of SAID_BY_PLACE) {
      if (name in object) said[name] = object[name];
      delete object[name];
    }
    return { $ref: `#/components/schemas/${this.#nameOf(object, place)}`, ...said };
  }

  /** The schema itself stays in its place, what it holds is shared. */
  shareInside(schema: Json, place: string): Json {
    const entries = Object.entries(schema).map(([key, value]) => {
      if (key === "properties" && isJson(value)) return [key, this.#shareProperties(value, place)];
      const isSchema = ["items", "anyOf", "oneOf", "allOf", "additionalProperties"].includes(key);
      return [key, isSchema ? this.share(value, place) : value];
    });
    return Object.fromEntries(entries);
  }

  #shareProperties(properties: Json, place: string): Json {
    const entries = Object.entries(properties).map(([name, schema]) => {
      const inner = name === "list" ? `${place}Row` : `${place}${pascal(name)}`;
      return [name, this.share(schema, inner)];
    });
    return Object.fromEntries(entries);
  }

  #nameOf(object: Json, place: string): string {
    const text = JSON.stringify(object);
    const known = this.#names.get(text);
    if (known) return known;
    let name = place;
    for (let n = 2; name in this.schemas; n++) name = `${place}${n}`;
    this.#names.set(text, name);
    this.schemas[name] = object;
    return name;
  }
}

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
