import type { StoredFile } from "@ops/platform/contract";
import { sizeText } from "./check-file.ts";
import { FilePreview } from "./FilePreview.tsx";
import "./upload.css";

interface Props {
  readonly files: readonly StoredFile[];
  readonly label?: string;
}

/** The files of a record with their names; each opens, or is saved. */
export function FileList({ files, label = "附件" }: Props) {
  return (
    <ul className="upload-list" aria-label={label}>
      {files.map((file) => (
        <li key={file.id}>
          <FilePreview file={file} />
          <div className="upload-facts">
            <span className="upload-name" title={file.fileName}>
              {file.fileName}
            </span>
            <span className="upload-size">{sizeText(file.size)}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
