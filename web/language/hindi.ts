/** All Hindi there is. The build puts in its place what the start of a page says, and a list for the parts that are fetched later. */
import.meta.glob(['../**/*texts.hi.ts', '../../contract/*texts.hi.ts', '!../testing/**'], { eager: true })

export const ofParts: readonly (() => Promise<unknown>)[] = []
