/** The one shape of every JSON answer. */
export interface Envelope<T> {
  success: boolean;
  msg: string;
  msgCode: string;
  data: T;
}

/** Names that travel in headers; client and server agree here. */
export const headers = {
  token: "authorization",
  applicationId: "applicationid",
  rotatedToken: "session-token",
  exportFileName: "export-filename",
  idempotencyKey: "idempotency-key",
  requestId: "x-request-id",
  /** Why a sensitive interface is called, percent-encoded. */
  reason: "x-reason",
} as const;

export const APPLICATION_ID = "1";
