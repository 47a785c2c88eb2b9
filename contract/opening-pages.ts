/** Pages that name the files of their screens at once and send the first reads, by how their addresses begin. */
export const openingPages = { student: '/dashboard/', institute: '/admin/' } as const
export type OpeningPage = keyof typeof openingPages

/** The page of an address, or of its pattern. */
export function openingPageOf(path: string): OpeningPage | undefined {
  return (Object.keys(openingPages) as OpeningPage[]).find((name) => path.startsWith(openingPages[name]))
}
