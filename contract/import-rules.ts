/** The bounds of an import, without a schema: the browser reads the file by them. */

export const maxImportLines = 20_000
/** How many lines one call may send: they stay within its body (rules R3.1). */
export const maxLinesACall = 250

/** What a column of a file may become. Roll number and both names are always among them. */
export const importColumns = ['rollNumber', 'givenName', 'familyName', 'email', 'section', 'externalId'] as const

export const maxSourceLength = 40
/** The sources of what people make. No file has one of these names, so an import ends nothing of it. */
export const ownSources = ['hand'] as const

/** Whether a name is one of these, however it is written. */
export function isOwnSource(source: string): boolean {
  const letters = source
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return ownSources.some((own) => own === letters)
}

export const maxFileNameLength = 120
/** Of a line. */
export const maxCellLength = 400
