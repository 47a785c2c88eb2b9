/** What a paired screen keeps in its browser (IndexedDB): a key that cannot be exported, and the count of its requests. */

const [databaseName, storeName] = ['rollkey-screen', 'kept']
const [pairKey, counterKey] = ['pair', 'counter']
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** False where the browser has no WebCrypto, IndexedDB or locks, as outside https. */
export function canBeScreen(): boolean {
  return 'crypto' in window && 'subtle' in crypto && 'indexedDB' in window && 'locks' in navigator
}

/** False where the browser keeps no data for the site. */
export async function keepsKeys(): Promise<boolean> {
  try {
    const database = await open()
    database.close()
    return true
  } catch {
    return false
  }
}

/** The key that this browser was paired with, or asked with. */
export function readKey(): Promise<CryptoKeyPair | undefined> {
  return inStore('readonly', (store) => store.get(pairKey))
}

/** Makes a new key, which takes the place of an earlier one. Returns its public half: SPKI, base64url. */
export async function makeKey(): Promise<string> {
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  await inStore('readwrite', (store) => store.put(pair, pairKey))
  return toBase64url(await crypto.subtle.exportKey('spki', pair.publicKey))
}

/** Signs the text: ECDSA with SHA-256, base64url. */
export async function signText({ privateKey }: CryptoKeyPair, text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  return toBase64url(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, bytes))
}

/** SHA-256, base64url. */
export async function hashText(text: string): Promise<string> {
  return toBase64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

/** The next count: higher than all before it, in every tab, and at least `least`. */
export async function takeCount(least: number): Promise<number> {
  const database = await open()
  try {
    const transaction = database.transaction(storeName, 'readwrite')
    const store = transaction.objectStore(storeName)
    const last = await resultOf<number | undefined>(store.get(counterKey))
    const next = Math.max(least, (last ?? 0) + 1)
    await resultOf(store.put(next, counterKey))
    return next
  } finally {
    database.close()
  }
}

async function inStore<Value>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<Value> {
  const database = await open()
  try {
    return await resultOf<Value>(work(database.transaction(storeName, mode).objectStore(storeName)))
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName)
  return resultOf(request)
}

function resultOf<Value>(request: IDBRequest): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as Value)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB gave no reason'))
  })
}

function toBase64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
