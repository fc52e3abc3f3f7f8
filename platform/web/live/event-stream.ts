export interface StreamedEvent {
  id: string | null;
  data: string;
}

/** Cuts a text stream into server-sent events; `feed` takes chunks as they come, in any sizes. */
export function eventStreamReader() {
  let rest = "";
  return {
    feed(chunk: string): StreamedEvent[] {
      const blocks = (rest + chunk).replaceAll("\r\n", "\n").split("\n\n");
      rest = blocks.pop() ?? "";
      return blocks.map(readBlock).filter((event) => event.data !== "");
    },
  };
}

function readBlock(block: string): StreamedEvent {
  const event: StreamedEvent = { id: null, data: "" };
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === "id") event.id = value ?? null;
    if (field === "data") data.push(value ?? "");
  }
  return { ...event, data: data.join("\n") };
}
