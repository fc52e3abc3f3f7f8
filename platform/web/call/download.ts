import { type CallInput, type Endpoint, type Envelope, headers } from "@ops/platform/contract";
import { feedback } from "../shell/feedback.ts";
import { exchange } from "./client.ts";
import { downloadName } from "./download-name.ts";
import { CallFailure, texts } from "./failures.ts";
import { serverNow } from "./server-clock.ts";
import { tellRefusal } from "./tell.ts";
import { DOWNLOAD_TIMEOUT_MS } from "./transport.ts";

/** Saves the file that an endpoint answers, under the name it gives plus a timestamp (PF-R82). */
export async function download<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<void> {
  const file = await exchange(endpoint, input, { timeoutMs: DOWNLOAD_TIMEOUT_MS }, readFile);
  if (!file) return;
  saveAs(file.blob, file.name);
  feedback.message.success(texts.downloaded);
}

interface DownloadedFile {
  blob: Blob;
  name: string;
}

/** The file, or null when a refusal came instead of it. */
async function readFile(response: Response): Promise<DownloadedFile | null> {
  if (response.headers.get("content-type")?.includes("application/json")) {
    const body: Envelope<unknown> = await response.json();
    if (!body.success) tellRefusal(body, {});
    return null;
  }
  const name = downloadName(response.headers.get(headers.exportFileName), serverNow());
  if (name === null) throw new CallFailure("format", texts.unknownFormat, response.status);
  const blob = await response.blob().catch(() => null);
  if (!blob || blob.size === 0) throw new CallFailure("stream", texts.brokenStream, response.status);
  return { blob, name };
}

function saveAs(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
