import type {
  ApplyImport,
  BeginImport,
  ImportLines,
  ImportLinesPage,
  ImportList,
  ImportPart,
  ImportPlan,
  ImportSummary,
  UndoneImport,
} from '#contract/imports.ts'
import { callProduct } from './call-product.ts'
import { readProduct } from './read-product.ts'

/** The import of a roster. They throw RequestError. */

export function beginImport(input: BeginImport): Promise<ImportSummary> {
  return callProduct('POST /imports', {}, input)
}

export async function sendImportLines(importId: string, lines: ImportLines['lines']): Promise<void> {
  await callProduct('POST /imports/:importId/lines', { importId }, { lines })
}

export function planImport(importId: string): Promise<ImportPlan> {
  return callProduct('POST /imports/:importId/plan', { importId }, {})
}

export function readImport(importId: string): Promise<ImportPlan> {
  return callProduct('GET /imports/:importId', { importId })
}

export function listImports(): Promise<ImportList> {
  return callProduct('GET /imports', {})
}

/** A part of the plan, a hundred lines at a time. `after`: the `next` of the page before. */
export function readImportLines(importId: string, part: ImportPart, after: string): Promise<ImportLinesPage> {
  return readProduct('GET /imports/:importId/lines', { importId }, { part, after })
}

export function applyImport(importId: string, input: ApplyImport): Promise<ImportPlan> {
  return callProduct('POST /imports/:importId/apply', { importId }, input)
}

export function undoImport(importId: string): Promise<UndoneImport> {
  return callProduct('POST /imports/:importId/undo', { importId }, {})
}
