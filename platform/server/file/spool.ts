import { createHash } from "node:crypto";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How much of a file is in memory at a time. */
const CHUNK_BYTES = 1_048_576;

/** Where parts of a file are looked at. */
export interface Peekable {
  readonly size: number;
  /** Reads a part, which is shorter at the end. */
  peek(position: number, length: number): Promise<Buffer>;
}

/**
 * A file during its transfer. It is on disk without a name, so that nothing is left whatever happens to the process.
 */
export class Spool implements Peekable, AsyncDisposable {
  readonly #handle: FileHandle;
  readonly #hash = createHash("sha256");
  #sha256: Buffer | null = null;
  #size = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(): Promise<Spool> {
    const folder = await mkdtemp(join(tmpdir(), "upload-"));
    try {
      return new Spool(await open(join(folder, "content"), "wx+", 0o600));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Everything that comes, in its order. */
  static async of(content: AsyncIterable<Buffer>): Promise<Spool> {
    const spool = await Spool.create();
    try {
      for await (const piece of content) await spool.write(piece);
      return spool;
    } catch (error) {
      await spool[Symbol.asyncDispose]();
      throw error;
    }
  }

  get size(): number {
    return this.#size;
  }

  /** The hash of everything written. Nothing can be written afterwards. */
  get sha256(): Buffer {
    this.#sha256 ??= this.#hash.digest();
    return this.#sha256;
  }

  async write(piece: Buffer): Promise<void> {
    this.#hash.update(piece);
    for (let done = 0; done < piece.length; ) {
      const { bytesWritten } = await this.#handle.write(piece, done, piece.length - done, this.#size + done);
      done += bytesWritten;
    }
    this.#size += piece.length;
  }

  async peek(position: number, length: number): Promise<Buffer> {
    const wanted = Math.max(0, Math.min(length, this.#size - position));
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(wanted), 0, wanted, position);
    return buffer.subarray(0, bytesRead);
  }

  /** The content in chunks of 1 MB. */
  async *chunks(): AsyncGenerator<Buffer> {
    for (let position = 0; position < this.#size; position += CHUNK_BYTES) yield this.peek(position, CHUNK_BYTES);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}
