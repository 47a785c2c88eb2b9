import { useContext } from 'react'
import type { ReportTexts } from '#contract/report-texts.ts'
import { reportTexts as english } from '#contract/report-texts.ts'
import { LanguageContext } from './texts.ts'

/** Every sentence of the reports' head, in the language in use. */
export function useReportTexts(): ReportTexts {
  return useContext(LanguageContext).reportTexts ?? english
}
