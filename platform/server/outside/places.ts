import { ConfigError } from "../start/config.ts";
import type { OutsidePlace } from "./port.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** `order.refund` → ORDER_REFUND: how a port is called in the environment. */
function environmentName(port: string): string {
  return port
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z\d]+/g, "_")
    .toUpperCase();
}

/**
 * Reads the addresses of ports from OUTSIDE_<PORT>_URL and OUTSIDE_<PORT>_SECRET. One without the other stops the
 * start. Other ports use the stand-in of the demo, if there is one, by the last word of their name.
 */
export function outsidePlacesIn(env: Environment, standIn: OutsidePlace | null = null) {
  const places = new Map<string, OutsidePlace>();
  for (const name of Object.keys(env)) {
    const port = /^OUTSIDE_(\w+)_URL$/.exec(name)?.[1];
    if (!port || !env[name]) continue;
    const [url, secret] = [env[name], env[`OUTSIDE_${port}_SECRET`]];
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) throw new ConfigError(`${name} must be an http(s) address`);
    if (!secret) throw new ConfigError(`OUTSIDE_${port}_SECRET must be set together with ${name}`);
    places.set(port, { url: url.replace(/\/+$/, ""), secret });
  }
  return (port: string): OutsidePlace | null => {
    const named = places.get(environmentName(port));
    if (named) return named;
    return standIn && { url: `${standIn.url}/${port.split(".").at(-1)}`, secret: standIn.secret };
  };
}
