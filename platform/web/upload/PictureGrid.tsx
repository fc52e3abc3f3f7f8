import type { StoredFile } from "@ops/platform/contract";
import { FilePreview } from "./FilePreview.tsx";
import "./upload.css";

interface Picture {
  readonly fileId: string;
  readonly caption: string;
}

interface Props {
  readonly pictures: readonly Picture[];
  readonly files: readonly StoredFile[];
}

/** Pictures side by side, each with its caption; a click opens one. */
export function PictureGrid({ pictures, files }: Props) {
  return (
    <div className="picture-grid">
      {pictures.map(({ fileId, caption }) => (
        <figure key={fileId}>
          <FilePreview file={files.find(({ id }) => id === fileId) ?? null} />
          <figcaption title={caption}>{caption}</figcaption>
        </figure>
      ))}
    </div>
  );
}
