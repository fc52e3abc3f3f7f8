import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { businessErrors } from "../errors.ts";
import { done, idParams, moment } from "../value/fields.ts";

/** The files that may be uploaded (PF-R92), with their type, category and largest size. */
export const fileTypes = {
  jpg: { mime: "image/jpeg", category: "IMAGE", limitMb: 10 },
  jpeg: { mime: "image/jpeg", category: "IMAGE", limitMb: 10 },
  png: { mime: "image/png", category: "IMAGE", limitMb: 10 },
  webp: { mime: "image/webp", category: "IMAGE", limitMb: 10 },
  pdf: { mime: "application/pdf", category: "DOCUMENT", limitMb: 20 },
  doc: { mime: "application/msword", category: "DOCUMENT", limitMb: 20 },
  docx: {
    mime: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    category: "DOCUMENT",
    limitMb: 20,
  },
  xls: { mime: "application/vnd.ms-excel", category: "SHEET", limitMb: 10 },
  xlsx: { mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", category: "SHEET", limitMb: 10 },
  ppt: { mime: "application/vnd.ms-powerpoint", category: "DOCUMENT", limitMb: 20 },
  pptx: {
    mime: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    category: "DOCUMENT",
    limitMb: 20,
  },
  zip: { mime: "application/zip", category: "ARCHIVE", limitMb: 20 },
  mp3: { mime: "audio/mpeg", category: "AUDIO", limitMb: 20 },
  amr: { mime: "audio/amr", category: "AUDIO", limitMb: 20 },
  wav: { mime: "audio/wav", category: "AUDIO", limitMb: 20 },
  mp4: { mime: "video/mp4", category: "VIDEO", limitMb: 20 },
} as const;
export type FileExtension = keyof typeof fileTypes;

/** Photos, as phones and screens make them. */
export const PICTURE_FILES = ["jpg", "jpeg", "png", "webp"] as const satisfies readonly FileExtension[];
/** What proves something: a photo or a document. */
export const EVIDENCE_FILES = [...PICTURE_FILES, "pdf"] as const satisfies readonly FileExtension[];
/** Copies of official papers. */
export const SCAN_FILES = ["jpg", "jpeg", "png", "pdf"] as const satisfies readonly FileExtension[];

export function isFileExtension(text: string): text is FileExtension {
  return Object.hasOwn(fileTypes, text);
}

/** Tells whether it is a picture format of phones that most browsers cannot show. The refusal explains what to do. */
export const isHeic = (ext: string) => /^hei[cf]s?$/.test(ext);

/** The largest file of any type. */
export const MOST_FILE_MB = 20;

export const fileErrors = businessErrors("FILE", {
  type: "文件类型不支持或内容与扩展名不符",
  heic: "不支持HEIC格式的照片，请在手机相机设置中将格式改为「兼容性最佳」，或转换为JPG后上传",
  tooLarge: "文件不能超过{n}MB",
  quota: "今日上传总量已达{n}MB上限，请明天再试",
  invalid: "附件不存在或已失效，请重新上传",
});

export const StoredFile = z
  .object({
    id: z.string(),
    fileName: z.string(),
    ext: z.string(),
    mime: z.string(),
    size: z.int(),
    bizType: z.string(),
    category: z.enum(["IMAGE", "DOCUMENT", "SHEET", "ARCHIVE", "AUDIO", "VIDEO"]),
    status: z.enum(["TEMP", "BOUND", "DELETED"]),
    createdAt: moment,
  })
  .meta({ named: "StoredFile" });
export type StoredFile = z.output<typeof StoredFile>;

/**
 * Uploads a file, which the form has as `file`. It belongs to no record until one is saved with it, and is deleted
 * after a day otherwise.
 */
export const uploadFile = endpoint({
  method: "POST",
  path: "/common/v1/files",
  audit: "上传附件",
  permission: "session",
  uploads: true,
  body: z.object({
    bizType: z
      .string("请选择附件所属业务")
      .regex(/^[a-zA-Z]{1,60}$/, "附件所属业务格式不正确")
      .meta({ label: "附件所属业务" }),
  }),
  answer: StoredFile,
});

/** Gives an address that works for five minutes without signing in, to people who may see the record of the file. */
export const getFileUrl = endpoint({
  method: "GET",
  path: "/common/v1/files/{id}/url",
  title: "附件地址",
  permission: "session",
  viewing: "never",
  params: idParams,
  answer: z.object({ url: z.string(), expiresAt: moment }),
});

/** The signed address itself. */
export const getFileContent = endpoint({
  method: "GET",
  path: "/common/v1/files/{id}/content",
  title: "下载附件",
  permission: "public",
  params: idParams,
  query: z.object({
    expires: z
      .string("地址不完整")
      .regex(/^\d{1,13}$/, "地址不完整")
      .meta({ label: "失效时间" }),
    /** The person who got the address. The log has the download under this name (PF-R97). */
    by: z.uuid("地址不完整").meta({ label: "下载人" }),
    /**
     * The organisations of that person at that time, so that people who are responsible for them see the download in
     * the log.
     */
    at: z
      .string("地址不完整")
      .regex(/^[0-9a-f,-]{0,4000}$/, "地址不完整")
      .default("")
      .meta({ label: "下载人组织" }),
    signature: z.string("地址不完整").max(100, "地址不完整").meta({ label: "签名" }),
  }),
  downloads: true,
});

export const removeFile = endpoint({
  method: "DELETE",
  path: "/common/v1/files/{id}",
  audit: "删除附件",
  permission: "session",
  params: idParams,
  answer: done,
});
