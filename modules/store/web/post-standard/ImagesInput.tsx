import type { StoredFile } from "@ops/platform/contract";
import { PICTURE_FILES } from "@ops/platform/contract";
import { UploadInput } from "@ops/platform/web";
import type { StandardImage } from "@ops/store/contract";
import { Input } from "antd";

interface Props {
  readonly value?: readonly StandardImage[];
  readonly onChange?: (images: StandardImage[]) => void;
  /** The pictures that the version has already. */
  readonly known?: readonly StoredFile[];
}

/** Pictures of a standard with their captions. */
export function ImagesInput({ value = [], onChange, known = [] }: Props) {
  const captionOf = (fileId: string) => value.find((image) => image.fileId === fileId)?.caption ?? "";
  return (
    <div className="standard-images">
      <UploadInput
        bizType="postStandard"
        extensions={PICTURE_FILES}
        max={30}
        known={known}
        value={value.map(({ fileId }) => fileId)}
        onChange={(ids) => onChange?.(ids.map((fileId) => ({ fileId, caption: captionOf(fileId) })))}
      />
      {value.map(({ fileId, caption }, at) => (
        <Input
          key={fileId}
          aria-label={`第${at + 1}张图片说明`}
          placeholder={`第${at + 1}张图片说明`}
          maxLength={60}
          value={caption}
          onChange={({ target }) =>
            onChange?.(value.map((one) => (one.fileId === fileId ? { ...one, caption: target.value } : one)))
          }
        />
      ))}
    </div>
  );
}
