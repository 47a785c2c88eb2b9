import { readFiles } from '#roster-files/read-files.ts'
import type { ReadAnswer, ReadChoices } from '#roster-files/read-result.ts'
import { readWorkbook } from './read-workbook.ts'

/** A worker for one reading: a file that takes long, or all memory, does not stop the page. */

export type ReadRequest = { readonly files: readonly File[]; readonly choices: ReadChoices }

/** `failed`: a mistake of the reader itself. */
export type ReadReply = ReadAnswer | { readonly failed: string }

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  const reply = (answer: ReadReply) =>
    (globalThis as unknown as { postMessage: (answer: ReadReply) => void }).postMessage(answer)
  const bytes = data.files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }))
  Promise.all(bytes)
    .then((files) => readFiles(files, data.choices, readWorkbook))
    .then(reply, (error: unknown) => reply({ failed: String(error) }))
})
