import type { FastifyReply, FastifyRequest } from "fastify";
import type { CookieOptions, RequestFacts } from "../request.ts";
import { isLocalCaller } from "./check/local-caller.ts";

/** What services may know of an HTTP request, and the way back for cookies. */
export function factsOf(
  request: FastifyRequest,
  reply: FastifyReply,
  place: { source: "WEB" | "SSO" | "API"; secure: boolean; trustProxy: boolean },
): RequestFacts {
  return {
    requestId: request.id,
    ip: request.ip,
    userAgent: (request.headers["user-agent"] ?? "").slice(0, 400),
    source: place.source,
    isLocal: isLocalCaller(request, place),
    isForPart: request.headers.range !== undefined,
    cookie: (name) => parseCookies(request.headers.cookie ?? "").get(name),
    setCookie: (name, value, options) => {
      reply.header("set-cookie", cookieText(name, value, options, place.secure));
    },
  };
}

function parseCookies(header: string): Map<string, string> {
  const pairs = header.split(";").map((pair) => pair.trim().split("="));
  return new Map(pairs.map(([name, ...value]) => [name ?? "", value.join("=")]));
}

function cookieText(name: string, value: string, options: CookieOptions, secure: boolean): string {
  const parts = [
    `${name}=${value}`,
    "Path=/",
    "HttpOnly",
    `SameSite=${options.sameSite}`,
    `Max-Age=${options.maxAgeSeconds}`,
  ];
  return [...parts, ...(secure ? ["Secure"] : [])].join("; ");
}

/** The token of the Authorization header, bare as the console sends it or behind `Bearer`. */
export function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  if (!header) return null;
  return header.startsWith("Bearer ") ? header.slice(7) : header;
}
