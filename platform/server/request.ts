/** What a service may know of the call that it answers. */
export interface RequestFacts {
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly source: "WEB" | "JOB" | "SSO" | "API" | "SYSTEM";
  /** Came from this machine itself, not through a proxy. */
  readonly isLocal: boolean;
  cookie(name: string): string | undefined;
  /** Sent with the answer. */
  setCookie(name: string, value: string, options: CookieOptions): void;
}

export interface CookieOptions {
  readonly maxAgeSeconds: number;
  readonly sameSite: "Strict" | "Lax";
}

/** The facts of work that nobody called. */
export function systemRequest(requestId: string): RequestFacts {
  return {
    requestId,
    ip: "",
    userAgent: "",
    source: "SYSTEM",
    isLocal: false,
    cookie: () => undefined,
    setCookie: () => undefined,
  };
}
