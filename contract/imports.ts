import { z } from 'zod'
import { countAnswer, idAnswer, timeAnswer } from './answer-parts.ts'
import { importColumns, maxCellLength, maxFileNameLength, maxLinesACall, maxSourceLength } from './import-rules.ts'
import { optionalTextInput, textInput } from './inputs.ts'
import { person } from './person.ts'
import type { ReadOnly } from './read-only.ts'
import { doubleReasons } from './roster-rules.ts'

/**
 * The import of a roster from a file. The browser reads the file and sends the chosen columns alone: first what the file
 * is, then its lines, then the question what would happen. Nothing is changed before the plan is applied. Times are
 * epoch ms.
 */

/** How long an import can be undone. */
export const undoImportMs = 24 * 3_600_000

export type ImportColumn = (typeof importColumns)[number]
const neededColumns: readonly ImportColumn[] = ['rollNumber', 'givenName']

/** What is said of files of any kind. `source`: what they come from; an import ends only what the same source has begun. */
export const beginInput = z.strictObject({
  source: textInput('source', maxSourceLength),
  fileName: optionalTextInput('fileName', maxFileNameLength),
  /** They have all of their source: what is not in them ends. */
  isWhole: z.boolean('isWhole must be true or false'),
})

/** POST /imports */
export const beginImportInput = z.strictObject({
  ...beginInput.shape,
  columns: z
    .array(z.enum(importColumns))
    .max(importColumns.length)
    .refine((columns) => new Set(columns).size === columns.length, 'columns must differ')
    .refine(
      (columns) => neededColumns.every((needed) => columns.includes(needed)),
      `columns must have ${neededColumns.join(', ')}`,
    ),
})
export type BeginImport = z.output<typeof beginImportInput>

export const cell = z
  .string('a cell must be text')
  .max(maxCellLength, `a cell must have at most ${maxCellLength} characters`)

/** POST /imports/:importId/lines. Each line: its number in the file, then the cells in the order of `columns`. */
export const importLinesInput = z.strictObject({
  lines: z
    .array(z.tuple([z.int().min(1).max(1_000_000)], cell))
    .min(1)
    .max(maxLinesACall, `lines may have at most ${maxLinesACall} lines`),
})
export type ImportLines = z.output<typeof importLinesInput>

/** Why a line cannot be imported. */
const lineProblems = [
  'roll-number-missing',
  'roll-number-invalid',
  'name-missing',
  'name-invalid',
  'email-invalid',
  'section-invalid',
  'external-id-invalid',
  /** Another line has the number, or the external id. */
  'number-twice',
  'external-id-twice',
  /** Another person has this number, and keeps it. */
  'number-taken',
  /** It is about the person who imports: another does it. */
  'own-record',
] as const
export type LineProblem = (typeof lineProblems)[number]

/**
 * 'questions': a student with an account has this number, or a person with another name and another email, and no one has
 * said yet that it is the same person. 'absent': not in a file that has everyone, with an account; the office ends them, or not.
 */
const importParts = ['problems', 'questions', 'changed', 'new', 'gone', 'absent'] as const
export type ImportPart = (typeof importParts)[number]

const importCounts = z.strictObject({
  new: countAnswer,
  changed: countAnswer,
  same: countAnswer,
  problems: countAnswer,
  questions: countAnswer,
  /** Not in a file that has everyone of its source: they would end. */
  gone: countAnswer,
  absent: countAnswer,
  /** Members among the changed who get another number. */
  renumbered: countAnswer,
})

/** What answers say of an import of any kind. */
export const importLife = {
  id: idAnswer,
  source: z.string(),
  fileName: z.string(),
  isWhole: z.boolean(),
  state: z.enum(['begun', 'planned', 'applied', 'undone']),
  /** More than a fifth of its source would end, or the files are empty: it is applied only after a review. */
  isOnHold: z.boolean(),
  begunAt: timeAnswer,
  appliedAt: timeAnswer.nullable(),
  /** Until then it can be undone. */
  undoUntil: timeAnswer.nullable(),
  undoneAt: timeAnswer.nullable(),
  /** Who began it; absent for the institute's own login and the operator's command. */
  by: person.exactOptional(),
}

export const importSummary = z.strictObject({
  ...importLife,
  counts: importCounts,
  /** How many of the source are on the roster. */
  ofSource: countAnswer,
})
export type ImportSummary = ReadOnly<typeof importSummary>

/** GET /imports: the last twenty, the newest first. */
export const importList = z.strictObject({ imports: z.array(importSummary) })
export type ImportList = ReadOnly<typeof importList>

/** POST /imports/:importId/plan, and GET /imports/:importId. */
export const importPlan = z.strictObject({
  ...importSummary.shape,
  /** What apply names, so that only this plan is applied. */
  seal: z.string(),
  /** The last change of the roster by the office; null before the first. */
  rosterChangedAt: timeAnswer.nullable(),
})
export type ImportPlan = ReadOnly<typeof importPlan>

const told = z.strictObject({
  rollNumber: z.string(),
  name: z.string(),
  email: z.string(),
  section: z.string(),
})

/** GET /imports/:importId/lines?part=&after=: at most a hundred, `after` a line, or for 'gone' and 'absent' the `next` of before. */
export const importLinesQuery = z.strictObject({
  part: z.enum(importParts, `part must be one of ${importParts.join(', ')}`),
  after: z.string().max(200).optional(),
})
export const importLinesPage = z.strictObject({
  lines: z.array(
    z.strictObject({
      /** Null for someone who is not in the file. */
      line: z.int().nullable(),
      /** Null where the person is new. */
      personId: idAnswer.nullable(),
      /** As the file says. */
      file: told,
      /** As the roster says now; null where the person is new. */
      now: told.nullable(),
      problem: z.enum(lineProblems).nullable(),
      /** The line that has the same number or external id. */
      otherLine: z.int().nullable(),
    }),
  ),
  next: z.string().nullable(),
})
export type ImportLinesPage = ReadOnly<typeof importLinesPage>

/** GET /imports/:importId/doubles: new lines that may be someone who is there already; the first twenty are named. */
export const importDoubles = z.strictObject({
  total: countAnswer,
  doubles: z.array(
    z.strictObject({
      line: z.int(),
      file: told,
      /** The line of the other one; null for someone of the roster whom the file does not name. */
      otherLine: z.int().nullable(),
      other: told,
      by: z.array(z.enum(doubleReasons)),
    }),
  ),
})
export type ImportDoubles = ReadOnly<typeof importDoubles>

/** Of an import of any kind. What has a problem is left out. */
export const applyInput = z.strictObject({
  seal: z.string().max(100),
  /** After the review of an import that is on hold. */
  isReviewed: z.boolean('isReviewed must be true or false'),
})

/** POST /imports/:importId/apply. The other questions are left out, too. */
export const applyImportInput = z.strictObject({
  ...applyInput.shape,
  /** Lines of questions whose answer is: the same person. */
  same: z.array(z.int().min(1)).max(5_000),
})
export type ApplyImport = z.output<typeof applyImportInput>

/** POST /imports/:importId/undo. `kept`: what something has used or changed meanwhile stays. */
export const undoneImport = z.strictObject({ ...importSummary.shape, undone: countAnswer, kept: countAnswer })
export type UndoneImport = ReadOnly<typeof undoneImport>
