import type { Receipt } from '#contract/receipts.ts'

/** False once the institute has answered the dispute of this mark and let it stay: the same question has its answer. */
export function mayDispute({ flaggedAt, ruling }: Pick<Receipt, 'flaggedAt' | 'ruling'>): boolean {
  return flaggedAt !== null || ruling === undefined || ruling.status === 'absent' || ruling.cause === 'staff'
}
