const titles = 'Student ID,Roll No,First Name,Last Name,Email,Section'
const asha = (rollNumber: number) => `X1,${rollNumber},Asha,Mehta,asha.mehta@school.example,7B`
const chitra = (rollNumber: number) => `X2,${rollNumber},Chitra,Nair,chitra.nair@school.example,7B`
const deepak = (rollNumber: number) => `X3,${rollNumber},Deepak,Rao,deepak.rao@school.example,7B`
const bela = 'X9,2,Bela,Shah,bela.shah@school.example,7B'
const toFile = (...lines: readonly string[]) => [titles, ...lines, ''].join('\n')

/** The list of a class, with the ids of the office's own system. */
export const classList = toFile(asha(1), chitra(2), deepak(3))

/**
 * The same list after a newcomer has taken number 2: the file, who is on the roster after it ('id number'), and the lines
 * with problems. No one gets the row of another.
 */
export const newcomerFiles = [
  ['pushed', toFile(asha(1), bela, chitra(3), deepak(4)), ['X1 1', 'X2 3', 'X3 4', 'X9 2'], []],
  ['short', toFile(bela, chitra(5)), ['X1 1', 'X2 5', 'X3 3', 'X9 2'], []],
  ['left', toFile(bela), ['X1 1', 'X2 2', 'X3 3'], [2]],
] as const satisfies readonly (readonly [string, string, readonly string[], readonly number[]])[]
