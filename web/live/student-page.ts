import type { DocumentPage, StudentDocument } from '../client/document-calls.ts'

export type StudentPage = DocumentPage<StudentDocument>

/** The page with this version of the student, if the student is on it and it is no older than what is there. */
export function withStudent(page: StudentPage, student: StudentDocument): StudentPage {
  const shown = page.documents.find(({ $id }) => $id === student.$id)
  if (shown === undefined || shown.$updatedAt > student.$updatedAt) return page
  return { ...page, documents: page.documents.map((one) => (one === shown ? student : one)) }
}

/** A page that was read: an answer that was on its way while an event came in must not take its news back. */
export function keepNewerStudents(shown: StudentPage | undefined, read: StudentPage): StudentPage {
  return (shown?.documents ?? []).reduce((page, student) => {
    const other = page.documents.find(({ $id }) => $id === student.$id)
    return other && other.$updatedAt < student.$updatedAt ? withStudent(page, student) : page
  }, read)
}
