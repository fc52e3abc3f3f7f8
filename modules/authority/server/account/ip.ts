import { BlockList, isIPv4, isIPv6 } from "node:net";

const local = blockList(["127.0.0.0/8", "::1/128"]);
const inner = blockList(["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10"]);

/** Where an address is, as far as it can be told without asking anybody. */
export function ipRegion(ip: string): string {
  if (contains(local, ip)) return "本地";
  return contains(inner, ip) ? "内网" : "未知";
}

/** Whether the address lies in one of the networks, a comma-separated CIDR list as an administrator types it. */
export function isInNetworks(ip: string, networks: string): boolean {
  return contains(blockList(networks.split(/[,，\s]+/)), ip);
}

/** An IPv4 address stays the same one when it arrives in IPv6 clothes. */
export function plainIp(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, "");
}

/**
 * Whom a limit per address counts: the IPv4 address, or the /64 that an IPv6 subscriber has to himself and could change
 * the address in at every call.
 */
export function limitedPlace(ip: string): string {
  const plain = plainIp(ip);
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("::");
  const first = head.split(":").filter(Boolean);
  const last =
    tail
      ?.replace(/\d+\.\d+\.\d+\.\d+/, "0:0")
      .split(":")
      .filter(Boolean) ?? [];
  const groups = [...first, ...Array<string>(8 - first.length - last.length).fill("0"), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

function contains(list: BlockList, ip: string): boolean {
  const plain = plainIp(ip);
  if (isIPv4(plain)) return list.check(plain, "ipv4");
  return isIPv6(plain) && list.check(plain, "ipv6");
}

/** Entries that are no network are left out: a typing error must not open or close anything else. */
function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.trim().split("/");
    const kind = isIPv4(address) ? "ipv4" : isIPv6(address) ? "ipv6" : null;
    const widest = kind === "ipv4" ? 32 : 128;
    const prefix = bits === undefined ? widest : Number(bits);
    if (kind && Number.isInteger(prefix) && prefix >= 0 && prefix <= widest) list.addSubnet(address, prefix, kind);
  }
  return list;
}
