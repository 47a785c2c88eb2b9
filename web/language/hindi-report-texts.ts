import type { ReportTexts } from '#contract/report-texts.ts'

/** Every sentence of contract/report-texts.ts in Hindi. */
export const hindiReportTexts: ReportTexts = {
  below75: (below, students) => `${students} में से ${below} विद्यार्थी 75% से कम पर ${below === '1' ? 'है' : 'हैं'}।`,
  trend: (sessions, share, before) => `पिछले ${sessions} सत्रों में ${share} उपस्थित थे, उनसे पहले ${before}।`,
  noTrend: 'रुझान के लिए सत्र बहुत कम हैं।',
  counted: (heads) => `कक्षा में गिने गए: ${heads}`,
}
