import { FileOutlined } from "@ant-design/icons";
import { getFileUrl, type StoredFile } from "@ops/platform/contract";
import { useState } from "react";
import { call } from "../call/client.ts";
import { runtimeConfig } from "../call/config.ts";
import { useEndpoint } from "../call/use-query.ts";
import "./upload.css";

/** Half of what an address lasts. */
const FRESH_MS = 150_000;

/** A small picture of an image, a mark for everything else; a click opens the image, or saves the file. */
export function FilePreview({ file }: { file: StoredFile | null }) {
  const isImage = file?.category === "IMAGE";
  const address = useEndpoint(
    getFileUrl,
    { params: { id: file?.id ?? "" } },
    { enabled: isImage, staleTime: FRESH_MS, background: true },
  );
  const [isBroken, setBroken] = useState(false);
  if (!file) {
    return (
      <span className="upload-thumb">
        <FileOutlined aria-hidden />
      </span>
    );
  }
  const url = address.data?.url;
  return (
    <button
      type="button"
      className="upload-thumb"
      aria-label={`查看${file.fileName}`}
      onClick={() => void openFile(file.id)}
    >
      {isImage && url && !isBroken ? (
        <img src={url} alt="" onError={() => setBroken(true)} />
      ) : (
        <FileOutlined aria-hidden />
      )}
    </button>
  );
}

/** Opens the file in a new tab. The browser saves files that are not images. */
async function openFile(id: string): Promise<void> {
  const { success, data } = await call(getFileUrl, { params: { id } });
  if (!success) return;
  const { apiBase } = await runtimeConfig();
  window.open(apiBase + data.url, "_blank", "noopener");
}
