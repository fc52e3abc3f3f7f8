import * as contract from "@ops/platform/contract";
import { downloads, type Route, reads, uploads, writes } from "../http/route.ts";
import { fileContent, giveAddress, noteFileDownload, removeFile, uploadFile } from "./service.ts";

export const fileRoutes: Route[] = [
  uploads(contract.uploadFile, (steps, { body }, file) => uploadFile(steps, body.bizType, file)),
  reads(contract.getFileUrl, (tx, { params }) => giveAddress(tx, params.id)),
  downloads(
    contract.getFileContent,
    (tx, { params, query }) => fileContent(tx, params.id, query),
    (tx, { params, query }) => noteFileDownload(tx, params.id, query),
  ),
  writes(contract.removeFile, (tx, { params }) => removeFile(tx, params.id)),
];
