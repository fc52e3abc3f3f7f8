import { type FileExtension, fileErrors, fileTypes, isFileExtension, isHeic } from "@ops/platform/contract";

/** Finds the refusal by name or size that the server would answer, before anything is sent; null if there is none. */
export function refusalOf(file: { name: string; size: number }, allowed: readonly FileExtension[]): string | null {
  const ext = extensionOf(file.name);
  if (isHeic(ext)) return fileErrors.heic().message;
  if (!isFileExtension(ext) || !allowed.includes(ext)) return fileErrors.type().message;
  const { limitMb } = fileTypes[ext];
  return file.size > limitMb * 1_048_576 ? fileErrors.tooLarge({ n: limitMb }).message : null;
}

const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

/** `jpg、png，单个不超过10MB` */
export function rulesText(allowed: readonly FileExtension[]): string {
  const limits = new Set(allowed.map((ext) => fileTypes[ext].limitMb));
  const [limit] = limits;
  const size = limits.size === 1 ? `单个不超过${limit}MB` : "图片、表格单个不超过10MB，其他不超过20MB";
  return `${allowed.join("、")}，${size}`;
}

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes.toFixed(0)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

/** Says which of several files did not arrive; the others stay. */
export function failureText(no: number, name: string): string {
  const ext = extensionOf(name);
  const isImage = isFileExtension(ext) && fileTypes[ext].category === "IMAGE";
  return isImage ? `第${no}张上传失败，可重试` : `第${no}个文件上传失败，可重试`;
}
