import { Readable } from "node:stream";
import { commonErrors } from "@ops/platform/contract";
import { sql } from "kysely";
import type { NodeAccess } from "../module.ts";
import type { FileKind } from "./kind.ts";
import type { Spool } from "./spool.ts";

/** Where contents lie. It may be across the network: never called inside a transaction. */
export interface FileStore {
  readonly name: "pg" | "s3";
  put(id: string, content: Spool): Promise<void>;
  open(id: string): Promise<Readable>;
  /** From this byte to that one, both included. */
  openPart(id: string, from: number, to: number): Promise<Readable>;
  /** Deletes content; missing content is ignored. */
  remove(id: string): Promise<void>;
}

/** The files of a node: the kinds of all modules, and the store of contents. */
export class Files {
  readonly kinds: ReadonlyMap<string, FileKind>;
  readonly #stores: ReadonlyMap<string, FileStore>;
  /** For new files; older ones stay where they are. */
  readonly store: FileStore;

  constructor(kinds: readonly FileKind[], pg: FileStore, store: FileStore = pg) {
    this.kinds = new Map(kinds.map((kind) => [kind.bizType, kind]));
    this.store = store;
    this.#stores = new Map([pg, store].map((one) => [one.name, one]));
  }

  storeOf(name: string): FileStore {
    const store = this.#stores.get(name);
    if (!store) throw commonErrors.externalFailed();
    return store;
  }
}

/** Stores contents in the database, chunk by chunk, so that nodes have no state and a backup has everything. */
export function pgFileStore(node: Pick<NodeAccess, "commit" | "read">): FileStore {
  const readChunk = (id: string, no: number) =>
    node.read(async (tx) => {
      const { rows } = await sql<{ bytes: Buffer }>`
        select bytes from file_chunk where file_id = ${id} and no = ${no}`.execute(tx.kysely);
      return rows[0]?.bytes;
    });
  async function* chunksFrom(first: Buffer, id: string): AsyncGenerator<Buffer> {
    let chunk: Buffer | undefined = first;
    for (let no = 1; chunk; no++) {
      yield chunk;
      chunk = await readChunk(id, no);
    }
  }
  /** Finds the chunk that contains this byte, and its first byte. Only lengths are read, not the contents. */
  const placeOf = (id: string, byte: number) =>
    node.read(async (tx) => {
      const { rows } = await sql<{ no: number; start: number }>`
        select no, start::float8 as start from (
          select no, sum(octet_length(bytes)) over (order by no) - octet_length(bytes) as start
          from file_chunk where file_id = ${id}) c
        where start <= ${byte} order by no desc limit 1`.execute(tx.kysely);
      return rows[0];
    });
  async function* partOf(id: string, from: number, to: number): AsyncGenerator<Buffer> {
    let { no, start } = (await placeOf(id, from)) ?? { no: 0, start: 0 };
    while (start <= to) {
      const chunk = await readChunk(id, no++);
      if (!chunk) return;
      yield chunk.subarray(Math.max(0, from - start), to - start + 1);
      start += chunk.length;
    }
  }
  return {
    name: "pg",
    put: async (id, content) => {
      let no = 0;
      for await (const bytes of content.chunks()) {
        const at = no++;
        await node.commit(({ kysely }) =>
          sql`insert into file_chunk (file_id, no, bytes) values (${id}, ${at}, ${bytes})`.execute(kysely),
        );
      }
    },
    open: async (id) => {
      const first = await readChunk(id, 0);
      if (!first) throw commonErrors.notFound();
      return Readable.from(chunksFrom(first, id));
    },
    openPart: async (id, from, to) => Readable.from(partOf(id, from, to)),
    remove: async (id) => {
      await node.commit(({ kysely }) => sql`delete from file_chunk where file_id = ${id}`.execute(kysely));
    },
  };
}
