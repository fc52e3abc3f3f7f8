// Many open pages in a process of their own: each holds a live channel and counts what it is told.
import { connect, type Socket } from "node:net";
import { liveEvents, todoTopic } from "@ops/platform/contract";
import { given, serveParent } from "../child.ts";

const { port } = given<{ port: number }>();
/** So many are opened at once; a node that starts gets them over some seconds. */
const AT_ONCE = 100;

const pages: Socket[] = [];
const seen = { told: 0, dropped: 0 };

async function open(count: number): Promise<object> {
  while (pages.length < count) {
    const some = Math.min(AT_ONCE, count - pages.length);
    await Promise.all(Array.from({ length: some }, (_, n) => openPage(pages.length + n)));
  }
  return { open: pages.length };
}

/** Open when the answer begins. */
function openPage(number: number): Promise<void> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  pages.push(socket);
  const headers = `host: bench\r\nauthorization: session-${number}\r\napplicationid: 1\r\n`;
  socket.write(`GET ${liveEvents.path}?topics=${todoTopic.name} HTTP/1.1\r\n${headers}\r\n`);
  return new Promise((resolve) => {
    socket.on("data", (text) => {
      resolve();
      seen.told += String(text).split("topic.news").length - 1;
    });
    socket.once("close", () => {
      seen.dropped += 1;
    });
  });
}

serveParent(
  {},
  async ({ count }: { count?: number }) => (count === undefined ? { ...seen } : open(count)),
  async () => {
    for (const page of pages) page.destroy();
  },
);
