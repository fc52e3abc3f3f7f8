import type { FastifyInstance } from "fastify";

/** Adds the security headers to every answer, pages and calls alike. They never change, so they are made once. */
export function protect(app: FastifyInstance, connectTo: readonly string[]): void {
  const headers = securityHeaders(connectTo);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

export function securityHeaders(connectTo: readonly string[]): Record<string, string> {
  const policy = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self' 'unsafe-inline'", // antd writes its variables into style elements
    "img-src": "'self' data: blob:",
    "connect-src": ["'self'", ...connectTo].join(" "),
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  };
  const directives = Object.entries(policy).map(([name, value]) => `${name} ${value}`);
  return {
    "content-security-policy": directives.join(";"),
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "strict-transport-security": "max-age=31536000; includeSubDomains",
    "x-content-type-options": "nosniff",
  };
}
