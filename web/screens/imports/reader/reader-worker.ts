import type { BundleCourses } from '#roster-files/bundle-courses.ts'
import { readCourses } from '#roster-files/read-courses.ts'
import { readFiles } from '#roster-files/read-files.ts'
import { CannotRead, type ReadAnswer, type ReadChoices } from '#roster-files/read-result.ts'
import { readWorkbook } from './read-workbook.ts'

/** A worker for one reading: a file that takes long, or all memory, does not stop the page. */

/** 'no-courses': the files hold no classes. */
export type CoursesAnswer =
  | BundleCourses
  | { readonly problem: 'no-courses' }
  | Extract<ReadAnswer, { problem: unknown }>

/** Of the people, or with `today` of the courses of a bundle. */
export type ReadRequest = { readonly files: readonly File[] } & (
  | { readonly choices: ReadChoices }
  | { readonly today: string }
)

/** `failed`: a mistake of the reader itself. */
export type ReadReply<Answer> = Answer | { readonly failed: string }

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  const reply = (answer: ReadReply<ReadAnswer | CoursesAnswer>) =>
    (globalThis as unknown as { postMessage: (answer: unknown) => void }).postMessage(answer)
  const bytes = data.files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }))
  Promise.all(bytes)
    .then<ReadAnswer | CoursesAnswer>((files) =>
      'choices' in data ? readFiles(files, data.choices, readWorkbook) : readBundle(files, data.today),
    )
    .then(reply, (error: unknown) => reply({ failed: String(error) }))
})

function readBundle(...bundle: Parameters<typeof readCourses>): CoursesAnswer {
  try {
    return readCourses(...bundle) ?? { problem: 'no-courses' }
  } catch (error) {
    if (!(error instanceof CannotRead)) throw error
    return { problem: error.problem, ...(error.line !== undefined && { line: error.line }) }
  }
}
