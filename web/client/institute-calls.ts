import { callProduct } from './call-product.ts'
import type { DocumentPage, OrganisationDocument, StudentDocument } from './document-calls.ts'
import { getDocument, listDocuments, pageOf, updateDocument } from './document-calls.ts'
import { readProduct } from './read-product.ts'

/** An institute's own document, its students and the start of a class. */
export type InstituteCalls = {
  readonly readInstitute: () => Promise<OrganisationDocument>
  readonly listStudents: (limit: number, offset: number) => Promise<DocumentPage<StudentDocument>>
  /** The student with this email or roll number, or none. */
  readonly findStudents: (typed: string) => Promise<DocumentPage<StudentDocument>>
  /** Starts a class by the number that it should have. */
  readonly startClass: (number: number) => Promise<OrganisationDocument>
}

/** Of the institute's own login: the specification's calls. */
export function callsOfLogin(institute: string): InstituteCalls {
  return {
    readInstitute: () => getDocument<OrganisationDocument>('organisations', institute),
    listStudents: (limit, offset) => listDocuments<StudentDocument>('students', pageOf(limit, offset)),
    findStudents(typed) {
      const asEither = ['email', 'rollNumber'].map(
        (attribute) => ({ method: 'equal', attribute, values: [typed] }) as const,
      )
      return listDocuments<StudentDocument>('students', [{ method: 'or', values: asEither }])
    },
    startClass: (classes) => updateDocument<OrganisationDocument>('organisations', institute, { classes }),
  }
}

/** Of a person who acts for the institute: the product's own calls. */
export function callsOfPerson(institute: string): InstituteCalls {
  // `passKey` asks whether a class can be started here. A session that acts has the person's own passkey.
  const readInstitute = async () => ({ ...(await callProduct('GET /institute', {})), passKey: true }) as const
  return {
    readInstitute,
    listStudents: (limit, offset) => readProduct('GET /institute/students', {}, { limit, offset }),
    findStudents: (typed) => readProduct('GET /institute/students', {}, { name: typed }),
    async startClass(expected) {
      await callProduct('POST /groups/:groupId/sessions', { groupId: institute }, { expected })
      return readInstitute()
    },
  }
}
