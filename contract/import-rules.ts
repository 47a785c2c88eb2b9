/** The bounds of an import, without a schema: the browser reads the file by them. */

export const maxImportLines = 20_000
/** How many lines one call may send: they stay within its body (rules R3.1). */
export const maxLinesACall = 250

/** What a column of a file may become. Roll number and both names are always among them. */
export const importColumns = ['rollNumber', 'givenName', 'familyName', 'email', 'section', 'externalId'] as const

export const maxSourceLength = 40
export const maxFileNameLength = 120
/** Of a line. */
export const maxCellLength = 400
