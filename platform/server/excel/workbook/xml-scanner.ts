// Runs on the thread that parses a workbook: it imports nothing that takes its time to load.

/**
 * Receives the content of a document in its order. Names have no prefix, and attributes are passed as they are in the
 * tag.
 */
export interface XmlHandler {
  open?(name: string, attributes: string): void;
  /** A text may come in several pieces, none of them empty, each as it is in the file: see `plainText`. */
  text?(raw: string): void;
  close?(name: string): void;
}

/** No tag of a spreadsheet is nearly as long. */
const MOST_TAG = 65_536;
const CDATA = "<![CDATA[";
/** Tells every kind of `<!` apart. */
const LONGEST_MARK = CDATA.length;

/**
 * Reads XML piece by piece and keeps only the current tag, so that a document of any size needs the same memory. The
 * pieces are bytes as characters (latin1), because a character of UTF-8 may be cut between them. A document with a
 * declaration (`<!DOCTYPE`) is refused, so no entity can grow and no address is called.
 */
export class XmlScanner {
  readonly #handler: XmlHandler;
  #rest = "";
  /** What ends the part that is skipped or taken as it is. */
  #until: "-->" | "?>" | "]]>" | null = null;
  #depth = 0;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  write(piece: string): void {
    this.#rest = this.#scan(this.#rest === "" ? piece : this.#rest + piece);
  }

  end(): void {
    if (this.#rest !== "" || this.#until !== null || this.#depth !== 0) throw new Error("the document is cut off");
  }

  /** Answers the rest that must wait for the next piece. */
  #scan(text: string): string {
    let at = 0;
    while (at < text.length) {
      if (this.#until !== null) {
        const end = text.indexOf(this.#until, at);
        const over = end < 0 ? Math.max(at, text.length - this.#until.length + 1) : end;
        if (this.#until === "]]>") this.#handler.text?.(text.slice(at, over).replaceAll("&", "&amp;"));
        if (end < 0) return text.slice(over);
        at = end + this.#until.length;
        this.#until = null;
        continue;
      }
      const open = text.indexOf("<", at);
      if (open < 0) {
        this.#handler.text?.(text.slice(at));
        return "";
      }
      if (open > at) this.#handler.text?.(text.slice(at, open));
      const next = this.#tag(text, open);
      if (next === null) return text.slice(open);
      at = next;
    }
    return "";
  }

  /** Answers the position after the tag; null if the tag is not complete yet. */
  #tag(text: string, open: number): number | null {
    const mark = text.charAt(open + 1);
    if (mark === "?" || mark === "!") return this.#special(text, open, mark);
    const found = findEndOfTag(text, open);
    if (!found) {
      if (text.length - open > MOST_TAG) throw new Error("a tag without an end");
      return null;
    }
    const { end, space } = found;
    if (mark === "/") {
      this.#depth--;
      this.#handler.close?.(localName(text.slice(open + 2, space)));
      return end + 1;
    }
    const isEmpty = text.charCodeAt(end - 1) === SLASH;
    const last = isEmpty ? end - 1 : end;
    const name = localName(text.slice(open + 1, Math.min(space, last)));
    this.#handler.open?.(name, text.slice(space, last));
    if (isEmpty) this.#handler.close?.(name);
    else this.#depth++;
    return end + 1;
  }

  #special(text: string, open: number, mark: "?" | "!"): number | null {
    if (mark === "?") return this.#begin("?>", open + 2);
    if (text.startsWith("<!--", open)) return this.#begin("-->", open + 4);
    if (text.startsWith(CDATA, open)) return this.#begin("]]>", open + CDATA.length);
    if (text.length - open < LONGEST_MARK) return null;
    throw new Error("a document with declarations");
  }

  #begin(until: "-->" | "?>" | "]]>", at: number): number {
    this.#until = until;
    return at;
  }
}

const [SLASH, END, DOUBLE, SINGLE, SPACE] = [0x2f, 0x3e, 0x22, 0x27, 0x20];

/**
 * Finds the `>` that ends a tag, which is not inside of quotes, and the first blank before it, or the end; null without
 * an end.
 */
function findEndOfTag(text: string, open: number): { end: number; space: number } | null {
  let space: number | undefined;
  let quote: number | undefined;
  for (let at = open; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quote !== undefined) {
      if (code === quote) quote = undefined;
    } else if (code === END) return { end: at, space: space ?? at };
    else if (code === DOUBLE || code === SINGLE) quote = code;
    else if (code <= SPACE) space ??= at;
  }
  return null;
}

/** A name without its prefix. */
const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/**
 * A name begins only after a blank. If the pattern were tried at each of its letters, a long name would take quadratic
 * time.
 */
const ATTRIBUTE = /(?<=\s)([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The attributes of a tag by their name, which keeps its prefix. */
export function attributesOf(raw: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single] of raw.matchAll(ATTRIBUTE)) {
    attributes.set(name, plainText(double ?? single ?? ""));
  }
  return attributes;
}

/**
 * Finds one attribute of a tag, for tags that occur millions of times. The value is a number or a name without
 * entities.
 */
export function attributeOf(raw: string, name: string): string | undefined {
  let at = raw.indexOf(name);
  while (at >= 0) {
    const equals = at + name.length;
    const quote = raw.charAt(equals + 1);
    const isIt = raw.charCodeAt(at - 1) <= SPACE && raw.charAt(equals) === "=" && (quote === '"' || quote === "'");
    if (isIt) return raw.slice(equals + 2, raw.indexOf(quote, equals + 2));
    at = raw.indexOf(name, equals);
  }
  return undefined;
}

const ENTITIES = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);
const NOT_ASCII = /[\x80-\xff]/;

/** A text as it is read: UTF-8 instead of its bytes, and without entities. */
export function plainText(raw: string): string {
  const text = NOT_ASCII.test(raw) ? Buffer.from(raw, "latin1").toString("utf8") : raw;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/gi, (entity, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? entity;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
