import multipart, { type MultipartFile } from "@fastify/multipart";
import { BusinessError, commonErrors, fileErrors, MOST_FILE_MB } from "@ops/platform/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Spool } from "../file/spool.ts";
import type { UploadedFile } from "./route.ts";

const MOST_BYTES = MOST_FILE_MB * 1_048_576;
/** The bytes that a form adds to its file: boundaries and small fields. */
const FORM_BYTES = 100_000;

/** Lets the routes of this part of the server take forms with a file. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  const limits = { fieldNameSize: 100, fieldSize: 2_000, fields: 10, files: 1, parts: 12, headerPairs: 20 };
  await app.register(multipart, { throwFileSizeLimit: false, limits: { ...limits, fileSize: MOST_BYTES } });
}

interface Form extends AsyncDisposable {
  readonly fields: unknown;
  requireFile(): UploadedFile;
}

/** The fields of a form and its file, which goes to disk as it comes. Anything but a form has its body and no file. */
export async function receiveForm(request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart()) return formOf(request.body, null);
  if (Number(request.headers["content-length"] ?? 0) > MOST_BYTES + FORM_BYTES) {
    throw fileErrors.tooLarge({ n: MOST_FILE_MB });
  }
  const fields: Record<string, unknown> = {};
  let file: UploadedFile | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type === "file") file = await spoolPart(part);
      else Object.defineProperty(fields, part.fieldname, { value: part.value, enumerable: true, configurable: true });
    }
  } catch (error) {
    await file?.content[Symbol.asyncDispose]();
    throw isMalformed(error) ? commonErrors.param({ field: "请求内容" }) : error;
  }
  return formOf(fields, file);
}

/** The parser throws bare errors; those of the disk and of the connection have a code. */
function isMalformed(error: unknown): boolean {
  return error instanceof Error && !(error instanceof BusinessError) && !("code" in error);
}

async function spoolPart(part: MultipartFile): Promise<UploadedFile> {
  if (part.fieldname !== "file") throw commonErrors.param({ field: "文件" });
  const content = await Spool.of(part.file);
  return { name: part.filename, content, isCut: part.file.truncated };
}

function formOf(fields: unknown, file: UploadedFile | null): Form {
  return {
    fields,
    requireFile: () => {
      if (!file) throw commonErrors.param({ field: "文件" });
      return file;
    },
    [Symbol.asyncDispose]: async () => file?.content[Symbol.asyncDispose](),
  };
}
