import { CloseOutlined, InboxOutlined } from "@ant-design/icons";
import { type FileExtension, fileTypes, isFileExtension, type StoredFile } from "@ops/platform/contract";
import { Button, Progress } from "antd";
import { type DragEvent, useEffect, useId, useState } from "react";
import { failureText, rulesText, sizeText } from "./check-file.ts";
import { FilePreview } from "./FilePreview.tsx";
import { type UploadItem, useUploads } from "./use-uploads.ts";
import "./upload.css";

export interface UploadInputProps {
  readonly id?: string;
  /** Ids of the files. */
  readonly value?: readonly string[] | null;
  readonly onChange?: (ids: string[]) => void;
  readonly disabled?: boolean;
  /** The records that the files are for. */
  readonly bizType: string;
  readonly extensions?: readonly FileExtension[];
  readonly max?: number;
  /** Files that the record has already. */
  readonly known?: readonly StoredFile[];
  /** Told how many files are on their way or did not arrive. */
  readonly onUnsent?: (count: number) => void;
}

const everyExtension = Object.keys(fileTypes).filter(isFileExtension);

/** Takes files by click, by drag or from the clipboard, and uploads them at once. The form contains their ids. */
export function UploadInput({ id, value, onChange, disabled = false, max = 9, onUnsent, ...rest }: UploadInputProps) {
  const fallback = useId();
  const inputId = id ?? fallback;
  const allowed = rest.extensions ?? everyExtension;
  const { items, add, retry, remove } = useUploads({
    bizType: rest.bizType,
    allowed,
    max,
    known: rest.known ?? [],
    ids: value ?? [],
    onChange: (ids) => onChange?.(ids),
  });
  const unsent = items.filter(({ file, error, again }) => !file && (!error || again)).length;
  useEffect(() => onUnsent?.(unsent), [unsent, onUnsent]);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) add([...event.dataTransfer.files]);
  };
  const isFull = items.filter(({ error }) => !error).length >= max;
  return (
    <div className="upload">
      {!isFull && (
        <label
          htmlFor={inputId}
          className={`upload-zone${isOver ? " upload-over" : ""}${disabled ? " upload-off" : ""}`}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(!disabled);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          onPaste={(event) => !disabled && add([...event.clipboardData.files])}
        >
          <input
            id={inputId}
            type="file"
            className="upload-input"
            multiple={max > 1}
            disabled={disabled}
            accept={allowed.map((ext) => `.${ext}`).join(",")}
            onChange={({ target }) => {
              add([...(target.files ?? [])]);
              target.value = ""; // so that the same file can be chosen again
            }}
          />
          <InboxOutlined aria-hidden />
          <span className="upload-call">点击或拖拽文件到此处上传</span>
          <span className="upload-rules">{rulesText(allowed)}</span>
        </label>
      )}
      <ul className="upload-list" aria-label="已选择的文件">
        {items.map((item, at) => (
          <Line
            key={item.key}
            item={item}
            no={at + 1}
            disabled={disabled}
            onRetry={() => retry(item)}
            onRemove={() => remove(item)}
          />
        ))}
      </ul>
    </div>
  );
}

interface LineProps {
  readonly item: UploadItem;
  readonly no: number;
  readonly disabled: boolean;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

function Line({ item, no, disabled, onRetry, onRemove }: LineProps) {
  const { name, size, percent, file, error, again } = item;
  return (
    <li className={error ? "upload-refused" : ""}>
      <FilePreview file={file} />
      <div className="upload-facts">
        <span className="upload-name" title={name}>
          {name}
        </span>
        {error && (
          <span className="upload-error" role="alert">
            {again ? failureText(no, name) : error}
          </span>
        )}
        {!error && !file && <Progress percent={percent} size="small" aria-label={`${name}上传进度`} />}
        {!error && file && <span className="upload-size">{sizeText(size)}</span>}
      </div>
      {!disabled && again && (
        <Button type="link" size="small" aria-label={`重试${name}`} onClick={onRetry}>
          重试
        </Button>
      )}
      {!disabled && (
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label={`移除${name}`} onClick={onRemove} />
      )}
    </li>
  );
}
