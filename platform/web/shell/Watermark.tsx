import { wireTime } from "@ops/platform/contract";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { serverNow } from "../call/server-clock.ts";
import { useSession } from "../session/use-session.ts";

const WIDTH = 400;
const HEIGHT = 240;
const REFRESH_MS = 60_000;

interface WatermarkProps {
  lines: readonly [name: string, time: string];
  opacity?: number;
}

/** Text over the whole page, also on paper. Its node is restored when somebody removes or edits it (PF-R74). */
function Watermark({ lines: [name, time], opacity = 0.005 }: WatermarkProps) {
  useEffect(() => {
    const image = drawLines([name, time]);
    let node = createCover(image, opacity);
    const observer = new MutationObserver((changes) => {
      if (node.isConnected && !changes.some(({ target }) => target === node)) return;
      observer.disconnect();
      node.remove();
      node = createCover(image, opacity);
      watch();
    });
    const watch = () => {
      observer.observe(document.body, { childList: true });
      observer.observe(node, { attributes: true, childList: true });
    };
    watch();
    return () => {
      observer.disconnect();
      node.remove();
    };
  }, [name, time, opacity]);
  return null;
}

function createCover(image: string, opacity: number): HTMLElement {
  const node = document.createElement("div");
  node.className = "watermark";
  node.setAttribute("aria-hidden", "true");
  node.style.cssText = `opacity:${opacity};background:url(${image}) 0 0 / ${WIDTH}px ${HEIGHT}px`;
  document.body.append(node);
  return node;
}

function drawLines(lines: readonly string[]): string {
  const scale = window.devicePixelRatio || 1;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH * scale;
  canvas.height = HEIGHT * scale;
  const brush = canvas.getContext("2d");
  if (!brush) return "";
  brush.scale(scale, scale);
  brush.translate(WIDTH / 2, HEIGHT / 2);
  brush.rotate((-20 * Math.PI) / 180);
  brush.font = '15px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';
  brush.fillStyle = "grey";
  brush.textAlign = "center";
  for (const [at, line] of lines.entries()) brush.fillText(line, 0, at * 22);
  return canvas.toDataURL();
}

/** Name of the user and time of the server, renewed every minute and with every page (`pathname`). */
export function UserWatermark() {
  const { user } = useSession();
  const { pathname } = useLocation();
  const [time, setTime] = useState(() => wireTime(serverNow()));
  useEffect(() => {
    const renew = () => setTime(wireTime(serverNow()));
    renew();
    const timer = setInterval(renew, REFRESH_MS);
    return () => clearInterval(timer);
  }, [pathname]);
  // a screenshot of a view as another person names the viewer
  const name = user?.viewAs ? `${user.viewAs.viewerName} 预览 ${user.userName}` : user?.userName;
  return name ? <Watermark lines={[name, time]} opacity={0.1} /> : null;
}
