import type { ComponentType } from 'react'
import { latePart } from '../../parts/late-part/late-part.tsx'

/** Reports that are opened from a list: they come when they are wanted. */
export const SessionSheet: ComponentType = latePart(async () => (await import('./session-sheet.tsx')).SessionSheet)
export const StudentReport: ComponentType = latePart(async () => (await import('./student-report.tsx')).StudentReport)
