import { getFileUrl } from "@ops/platform/contract";
import { UploadInput, useEndpoint } from "@ops/platform/web";
import { Button } from "antd";
import { useState } from "react";
import "../vehicle.css";

/** The picture of a series. Nothing is shown while it loads. */
export function Cover({ fileId, name }: { readonly fileId: string; readonly name: string }) {
  const { data } = useEndpoint(getFileUrl, { params: { id: fileId } }, { silent: true, staleTime: 60_000 });
  return data ? <img className="series-cover" src={data.url} alt={`${name}封面`} /> : null;
}

interface Props {
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (fileId: string | null) => void;
}

/** Shows the present picture until it is removed, then an upload for a new one. */
export function CoverInput({ id, value = null, onChange }: Props) {
  const [kept] = useState(value);
  if (value !== null && value === kept) {
    return (
      <span className="series-cover-kept">
        <Cover fileId={value} name="车系" />
        <Button size="small" onClick={() => onChange?.(null)}>
          移除
        </Button>
      </span>
    );
  }
  return (
    <UploadInput
      {...(id ? { id } : {})}
      bizType="carSeries"
      extensions={["jpg", "png"]}
      max={1}
      value={value === null ? [] : [value]}
      onChange={([fileId = null]) => onChange?.(fileId)}
    />
  );
}
