const DATABASE = "device";
const STORE = "keys";
const KEY = "credentials";

/**
 * Finds the key of this browser, which scripts can use but not read. So a copy of the page's storage cannot be
 * decrypted elsewhere. Null if the browser offers none, such as for pages over plain http.
 */
export async function deviceKey(): Promise<CryptoKey | null> {
  if (!globalThis.isSecureContext || !globalThis.crypto?.subtle || !globalThis.indexedDB) return null;
  try {
    return await Promise.race([storedKey(), refuseLate()]);
  } catch {
    return null; // the page has no access to storage, as in some private windows, or storage does not answer
  }
}

/** A sign-in waits for the key, so a storage that hangs must not delay it for long. */
const LONGEST_WAIT_MS = 2_000;

function refuseLate(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error("storage does not answer")), LONGEST_WAIT_MS);
  });
}

async function storedKey(): Promise<CryptoKey> {
  const database = await openStore();
  try {
    const known: unknown = await done(database.transaction(STORE).objectStore(STORE).get(KEY));
    if (known instanceof CryptoKey) return known;
    const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
    await done(database.transaction(STORE, "readwrite").objectStore(STORE).put(made, KEY));
    return made;
  } finally {
    database.close();
  }
}

function openStore(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
