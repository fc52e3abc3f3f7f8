import { APPLICATION_ID, type Envelope, headers, type StoredFile, uploadFile } from "@ops/platform/contract";
import { runtimeConfig } from "../call/config.ts";
import { CallFailure, failureOf, refusalText, texts } from "../call/failures.ts";
import { tellFailure } from "../call/tell.ts";
import { replaceToken, storedToken } from "../session/token.ts";

export interface Sending {
  readonly bizType: string;
  readonly signal: AbortSignal;
  onProgress(percent: number): void;
}

/** The server does not take the file, and would not the next time. */
export class UploadRefusal extends Error {}

/**
 * Uploads one file with its progress, which fetch cannot tell. Throws with a text that can be shown beside the file.
 */
export async function sendFile(file: File, sending: Sending): Promise<StoredFile> {
  const token = storedToken();
  const { apiBase } = await runtimeConfig();
  try {
    const { status, text, rotated } = await exchange(apiBase + uploadFile.path, token, formOf(file, sending), sending);
    replaceToken(token, rotated);
    if (status !== 200) throw failureOf(status, "");
    const answer: Envelope<StoredFile> = JSON.parse(text);
    if (!answer.success) throw new UploadRefusal(refusalText(answer));
    return answer.data;
  } catch (thrown) {
    const isSession = thrown instanceof CallFailure && thrown.kind === "session";
    if (isSession) tellFailure(thrown, { token, background: false }); // all other errors are shown beside the file
    throw thrown instanceof SyntaxError ? new Error(texts.busy) : thrown;
  }
}

function formOf(file: File, { bizType }: Sending): FormData {
  const form = new FormData();
  form.append("bizType", bizType);
  form.append("file", file, file.name);
  return form;
}

interface Exchanged {
  readonly status: number;
  readonly text: string;
  readonly rotated: string | null;
}

function exchange(address: string, token: string, form: FormData, { signal, onProgress }: Sending): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader(headers.applicationId, APPLICATION_ID);
    if (token) request.setRequestHeader(headers.token, token);
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((loaded / Math.max(1, total)) * 100));
    request.onload = () => {
      const { status, responseText: text } = request;
      resolve({ status, text, rotated: request.getResponseHeader(headers.rotatedToken) });
    };
    request.onabort = () => reject(new Error("上传已取消"));
    request.onerror = () => reject(new Error("上传失败，请检查网络后重试"));
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}
