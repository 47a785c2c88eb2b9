import type { DocumentPage, StudentDocument } from '../client/document-calls.ts'

export type StudentPage = DocumentPage<StudentDocument>

/** The page with this version of the student, if the student is on it and the version is not older. */
export function withStudent(page: StudentPage, student: StudentDocument): StudentPage {
  const shown = page.documents.find(({ $id }) => $id === student.$id)
  if (shown === undefined || shown.$updatedAt > student.$updatedAt) return page
  return { ...page, documents: page.documents.map((one) => (one === shown ? student : one)) }
}

/** Merges a page that was read: an answer that was under way during an event must not undo the event. */
export function keepNewerStudents(shown: StudentPage | undefined, read: StudentPage): StudentPage {
  return (shown?.documents ?? []).reduce((page, student) => {
    const other = page.documents.find(({ $id }) => $id === student.$id)
    return other && other.$updatedAt < student.$updatedAt ? withStudent(page, student) : page
  }, read)
}
