const COOKIE = "session-token";
const TRANSFER_FLAG = "session-transfer";

/**
 * Reads the session token of this browser; empty if there is none. On the server only /api-docs reads the cookie
 * (PF-R17).
 */
export function storedToken(): string {
  const pair = document.cookie.split("; ").find((one) => one.startsWith(`${COOKIE}=`));
  return pair ? decodeURIComponent(pair.slice(COOKIE.length + 1)) : "";
}

export function storeToken(token: string): void {
  writeCookie(`${COOKIE}=${encodeURIComponent(token)}`);
}

export function removeToken(): void {
  writeCookie(`${COOKIE}=; Max-Age=0`);
}

function writeCookie(content: string): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the specification keeps the token here; CookieStore needs https
  document.cookie = `${content}; path=/; SameSite=Strict${secure}`;
}

/** The server rotates a handed-over token in its first answer (PF-R50); late answers to older tokens change nothing. */
export function replaceToken(sent: string, rotated: string | null): void {
  if (rotated && sent === storedToken()) storeToken(rotated);
}

/** Whether the session came from the unified sign-on; in local storage because the switch clears session storage. */
export function isTransferSession(): boolean {
  return localStorage.getItem(TRANSFER_FLAG) === "true";
}

export function markTransferSession(isTransfer: boolean): void {
  if (isTransfer) localStorage.setItem(TRANSFER_FLAG, "true");
  else localStorage.removeItem(TRANSFER_FLAG);
}
