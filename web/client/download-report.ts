import { isRefusalAsAnswer, refusalsAsAnswers } from '#contract/expected-refusals.ts'
import { exportHeaders } from '#contract/report-requests.ts'
import { callServer } from './call-server.ts'
import { fromProblemBody } from './request-error.ts'

export type Download = { readonly name: string; readonly content: Blob }

/**
 * Downloads an export. `onProgress` gets the received part, 0 to 1, if the server sent the length. Throws RequestError,
 * and the AbortError of `signal`.
 */
export async function downloadReport(
  address: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<Download> {
  return callServer(async () => {
    const response = await fetch(address, {
      credentials: 'same-origin',
      cache: 'no-store',
      headers: refusalsAsAnswers,
      signal,
    })
    if (!response.ok || isRefusalAsAnswer(response.headers))
      throw fromProblemBody(await response.json().catch(() => undefined), response.status)
    const expected = Number(response.headers.get(exportHeaders.bytes))
    const parts: Uint8Array<ArrayBuffer>[] = []
    let received = 0
    for await (const part of readParts(response)) {
      parts.push(part)
      received += part.length
      // The length may be an estimate.
      if (expected > 0) onProgress(Math.min(1, received / expected))
    }
    const type = response.headers.get('content-type') ?? 'application/octet-stream'
    return { name: nameOf(response), content: new Blob(parts, { type }) }
  })
}

async function* readParts({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

function nameOf({ headers }: Response): string {
  const disposition = headers.get('content-disposition') ?? ''
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  const [, plain] = /filename="([^"]+)"/i.exec(disposition) ?? []
  return encoded === undefined ? (plain ?? 'report') : decodeURIComponent(encoded)
}

/** Passes the file of an address to the browser's downloads. Throws RequestError. */
export async function saveFile(address: string): Promise<void> {
  const { signal } = new AbortController()
  saveDownload(await downloadReport(address, { signal, onProgress: () => undefined }))
}

/** Passes a finished file to the browser's downloads. */
export function saveDownload({ name, content }: Download): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // After the click the browser has the file.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
