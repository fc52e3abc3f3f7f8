export const PRODUCT_NAME = "营销运营管理平台";

/** What the server tells a page at run time (`GET /config.json`); nothing of it is built in. */
export interface RuntimeConfig {
  productName: string;
  /** Host of the gateway; empty when the console is served by the same host. */
  apiBase: string;
  applicationId: string;
  clientId: string;
  /** Host of the unified sign-on; empty hides its link (PF-R58). */
  ssoHost: string;
  /** Base64, 16 bytes each (PF-R14). */
  credentialKey: string;
  credentialIv: string;
  /** Of the pages; one that is told of another is outdated. */
  build: string;
}

const absent: RuntimeConfig = {
  productName: PRODUCT_NAME,
  apiBase: "",
  applicationId: "1",
  clientId: "ops-console",
  ssoHost: "",
  credentialKey: "",
  credentialIv: "",
  build: "",
};

let loading: Promise<RuntimeConfig> | undefined;

/** Loaded once per page; a failed load is tried again by the next call. */
export function runtimeConfig(): Promise<RuntimeConfig> {
  loading ??= fetchConfig().catch((failure) => {
    loading = undefined;
    throw failure;
  });
  return loading;
}

async function fetchConfig(): Promise<RuntimeConfig> {
  const response = await fetch("/config.json", { cache: "no-cache", signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new TypeError(`config.json answered ${response.status}`);
  return { ...absent, ...(await response.json()) };
}
