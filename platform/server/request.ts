/** The facts about the call that a service may know. */
export interface RequestFacts {
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly source: "WEB" | "JOB" | "SSO" | "API" | "SYSTEM";
  /** Came from this machine itself, not through a proxy. */
  readonly isLocal: boolean;
  /** Whether a part of a file is requested (the header Range). */
  readonly isForPart: boolean;
  cookie(name: string): string | undefined;
  /** Sent with the answer. */
  setCookie(name: string, value: string, options: CookieOptions): void;
}

export interface CookieOptions {
  readonly maxAgeSeconds: number;
  readonly sameSite: "Strict" | "Lax";
}

/** Makes the facts for work without a call. */
export function systemRequest(requestId: string): RequestFacts {
  return {
    requestId,
    ip: "",
    userAgent: "",
    source: "SYSTEM",
    isLocal: false,
    isForPart: false,
    cookie: () => undefined,
    setCookie: () => undefined,
  };
}
