import { type FileExtension, removeFile, type StoredFile } from "@ops/platform/contract";
import { use, useEffect, useRef, useState } from "react";
import { call } from "../call/client.ts";
import { randomKey } from "../call/idempotency.ts";
import { FormContext } from "../form/form-context.ts";
import { refusalOf } from "./check-file.ts";
import { sendFile, UploadRefusal } from "./send-file.ts";
import { UploadsContext } from "./uploads-under-way.ts";

/** A file of the field: being sent, sent, or refused. */
export interface UploadItem {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly percent: number;
  /** Once the server has it. */
  readonly file: StoredFile | null;
  readonly error: string | null;
  /** What can be sent once more, because it did not arrive; the other files stay. */
  readonly again: File | null;
}

interface Options {
  readonly bizType: string;
  readonly allowed: readonly FileExtension[];
  readonly max: number;
  /** Files that the record has already. */
  readonly known: readonly StoredFile[];
  readonly ids: readonly string[];
  onChange(ids: string[]): void;
}

/** The files of one field. The form has the ids of those that the server has. */
export function useUploads({ bizType, allowed, max, known, ids, onChange }: Options) {
  const [items, setItems] = useState<readonly UploadItem[]>(() =>
    known.filter(({ id }) => ids.includes(id)).map(itemOf),
  );
  const [form, watch] = [use(FormContext), use(UploadsContext)];
  const underWay = watch ?? form?.uploads;
  const held = useRef(ids);
  held.current = ids;
  const told = useRef(onChange);
  told.current = onChange; // while a file is on its way, the field around it may have changed
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  // a form that is reset lets its files go; those that are on their way or refused are not part of its value
  const shown = items.filter(({ file }) => !file || ids.includes(file.id));

  const change = (key: string, changes: Partial<UploadItem>) =>
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...changes } : item)));

  const hold = (next: readonly string[]) => {
    held.current = next; // several may arrive before the form tells the new value
    told.current([...next]);
  };

  const send = async (file: File, key: string): Promise<boolean> => {
    const { signal } = leaving.current;
    try {
      const stored = await sendFile(file, { bizType, signal, onProgress: (percent) => change(key, { percent }) });
      change(key, { file: stored, percent: 100 });
      hold([...held.current, stored.id]);
      return true;
    } catch (error) {
      const isRefused = error instanceof UploadRefusal;
      change(key, { error: isRefused ? error.message : "上传失败", again: isRefused ? null : file });
      return false;
    }
  };

  /** Lets what is around the field wait for running uploads. */
  const track = (sending: Promise<boolean>) => {
    underWay?.add(sending);
    void sending.then(() => underWay?.delete(sending));
  };

  const add = (files: readonly File[]) => {
    const free = max - shown.filter(({ error }) => !error).length;
    const fresh = files.map((file, at) => {
      const error = at < free ? refusalOf(file, allowed) : `最多上传${max}个文件`;
      const item: UploadItem = {
        key: randomKey(),
        name: file.name,
        size: file.size,
        percent: 0,
        file: null,
        error,
        again: null,
      };
      return { file, item };
    });
    setItems((before) => [...before, ...fresh.map(({ item }) => item)]);
    for (const { file, item } of fresh) if (!item.error) track(send(file, item.key));
  };

  const retry = ({ key, again }: UploadItem) => {
    if (!again) return;
    change(key, { error: null, again: null, percent: 0 });
    track(send(again, key));
  };

  const remove = ({ key, file }: UploadItem) => {
    setItems((before) => before.filter((item) => item.key !== key));
    if (!file) return;
    hold(held.current.filter((id) => id !== file.id));
    // a file without a record is deleted at once; the others are removed when the form is saved
    if (file.status === "TEMP")
      void call(removeFile, { params: { id: file.id } }, { background: true }).catch(() => null);
  };

  return { items: shown, add, retry, remove };
}

function itemOf(file: StoredFile): UploadItem {
  return { key: file.id, name: file.fileName, size: file.size, percent: 100, file, error: null, again: null };
}
