const DATABASE = "device";
const STORE = "keys";
const KEY = "credentials";

/**
 * A key of this browser that no script can read out, only use: whoever copies the storage of the page has nothing to open it
 * with. Null where the browser offers none, as for pages over plain http.
 */
export async function deviceKey(): Promise<CryptoKey | null> {
  if (!globalThis.isSecureContext || !globalThis.crypto?.subtle || !globalThis.indexedDB) return null;
  try {
    const database = await open();
    const known: unknown = await done(database.transaction(STORE).objectStore(STORE).get(KEY));
    if (known instanceof CryptoKey) return known;
    const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
    await done(database.transaction(STORE, "readwrite").objectStore(STORE).put(made, KEY));
    return made;
  } catch {
    return null; // storage is closed to the page, as in some private windows
  }
}

function open(): Promise<IDBDatabase> {
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
