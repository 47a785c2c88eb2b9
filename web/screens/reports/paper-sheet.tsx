import { useState } from 'react'
import { createPortal } from 'react-dom'
import { reportTexts } from '#contract/report-texts.ts'
import type { SessionSheet } from '#contract/reports.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { joinNames } from '#contract/text-fields.ts'
import { serverNow } from '../../client/server-clock.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstituteProfile } from '../../session/session.ts'
import styles from './paper-sheet.module.css'

/** The whole sheet for printing: A4, its head on every page, and a line for a signature. Invisible on screen. */
export function PaperSheet({ sheet: { session, rows } }: { sheet: SessionSheet }) {
  const words = useTextsOf(reportsTexts)
  const report = useTextsOf(reportTexts)
  const format = useFormat()
  const organisation = useInstituteProfile().data
  const [printedAt] = useState(serverNow)
  return createPortal(
    <div className={styles.paper}>
      <table>
        <thead>
          <tr>
            <td colSpan={5} className={styles.head}>
              <b>{organisation?.name}</b>
              <span>
                <span>{report.sheet}</span>, <span>{words.session(format.number(session.number))}</span>
              </span>
              <span>
                <span>{format.dateTime(session.startedAt)}</span> – <span>{format.time(session.endsAt)}</span>
              </span>
              <span>{report.presentOf(format.number(session.present), format.number(session.expected))}</span>
            </td>
          </tr>
          <tr>
            <th scope="col">№</th>
            <th scope="col">{words.columns.rollNumber}</th>
            <th scope="col">{words.columns.name}</th>
            <th scope="col">{words.columns.presence}</th>
            <th scope="col">{words.columns.marked}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id}>
              <td>{format.number(index + 1)}</td>
              <td className={styles.code}>{row.rollNumber}</td>
              <td>{joinNames(row.firstName, row.lastName)}</td>
              <td>{words.presences[row.presence]}</td>
              <td>{row.mark ? format.time(row.mark.markedAt) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>
        <span className={styles.signature}>{report.signature}</span>
        <span>{report.printed(format.dateTime(printedAt))}</span>
      </div>
    </div>,
    document.body,
  )
}
