import { z } from 'zod'
import { prefixes } from './addresses.ts'
import { idPattern } from './identifiers.ts'

/** The reads that a page may send in one request (decision 50): in none of their answers is a file, a stream, a code or a secret. */
const documents = '/databases/:databaseId/collections/:collectionId/documents'
const together = {
  appwrite: ['/account', documents, `${documents}/:documentId`],
  product: [
    '/attendance/flagged',
    '/attendance/running',
    '/courses/:courseId',
    '/groups/:groupId/figures',
    '/held-passkeys',
    '/institute',
    '/memberships/ended',
    '/passkeys',
    '/receipts',
    '/reports/own',
    '/settings',
    '/today',
  ],
} as const
const patterns = (['appwrite', 'product'] as const).flatMap((api) =>
  together[api].map((path) => new RegExp(`^${prefixes[api]}${path.replaceAll(/:\w+/g, '[\\w.-]+')}(\\?|$)`)),
)

export function mayBeSentTogether(address: string): boolean {
  return patterns.some((pattern) => pattern.test(address))
}

/** POST /reads: `account` is the one that the page was made for. */
export const firstReadsInput = z.strictObject({
  account: z.string().regex(idPattern),
  reads: z.array(z.string().max(1_024).refine(mayBeSentTogether)).min(1).max(8),
})

/** In the order of the reads: what each is answered alone. None for another login, or where the email is not verified. */
export const firstReadsAnswer = z.strictObject({
  answers: z.array(z.strictObject({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.string() })),
})
