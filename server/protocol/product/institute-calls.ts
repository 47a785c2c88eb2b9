import { listInstituteStudents, readInstitute } from '../../domain/profiles/read-institute.ts'
import { toDocument, toDocumentList } from '../appwrite/databases/document-model.ts'
import type { ProductHandlers } from './product-handlers.ts'

type Answers<Name extends keyof ProductHandlers> = Awaited<ReturnType<ProductHandlers[Name]>>

/** The institute that a person acts for, in the shape of its document. */
export const instituteCalls = {
  async 'GET /institute'(deps, door) {
    return toDocument(await readInstitute(deps, door), {}) as Answers<'GET /institute'>
  },
  async 'GET /institute/students'(deps, door, input) {
    const page = await listInstituteStudents(deps, door, { ...input, direction: 'asc' })
    return toDocumentList(page, {}) as Answers<'GET /institute/students'>
  },
} satisfies Partial<ProductHandlers>
