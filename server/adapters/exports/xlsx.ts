import type { Cell, Table } from './cells.ts'
import type { LocalTime } from './local-time.ts'

/**
 * A workbook with one sheet (ECMA-376, transitional), written row by row. Text is always written as text, so it is
 * never a formula. Text that looks like one is also marked as quoted, so that it stays text when a person edits the
 * cell.
 */

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Positions in styles.xml. */
const styles = { heading: 1, time: 2, quoted: 3 } as const

/** All parts of the file except the sheet. */
export function xlsxParts({ name, words }: Table): Readonly<Record<string, string>> {
  const type = (part: string, kind: string) =>
    `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationships}/${kind}" Target="${target}"/>`
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('/xl/workbook.xml', 'sheet.main')}${type('/xl/worksheets/sheet1.xml', 'worksheet')}${type('/xl/styles.xml', 'styles')}${type('/xl/sharedStrings.xml', 'sharedStrings')}</Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${packageRelationships}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="${escapeXml(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packageRelationships}">${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'styles', 'styles.xml')}${relation('rId3', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    'xl/sharedStrings.xml': `${declaration}<sst xmlns="${main}" uniqueCount="${words.length}">${words.map((word) => `<si><t>${escapeXml(word)}</t></si>`).join('')}</sst>`,
  }
}

export const xlsxSheetName = 'xl/worksheets/sheet1.xml'
export const xlsxSheetEnd = '</sheetData></worksheet>'

/** The sheet up to its headings. */
export function xlsxSheetStart({ columns, frozenColumns }: Table): string {
  const widths = columns
    .map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('')
  const corner = `${columnName(frozenColumns)}2`
  const pane =
    frozenColumns === 0
      ? `<pane ySplit="1" topLeftCell="${corner}" activePane="bottomLeft" state="frozen"/>`
      : `<pane xSplit="${frozenColumns}" ySplit="1" topLeftCell="${corner}" activePane="bottomRight" state="frozen"/>`
  const headings = columns
    .map(({ heading }, index) => inlineText(`${columnName(index)}1`, heading, styles.heading))
    .join('')
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths}</cols><sheetData><row r="1">${headings}</row>`
}

/** Writes rows one by one; the first is below the headings and `skipped` further rows. */
export function createXlsxRows(
  { columns, words }: Table,
  time: LocalTime,
  skipped = 0,
): (cells: readonly Cell[]) => string {
  const names = columns.map((_, index) => columnName(index))
  const places = new Map(words.map((word, index) => [word, index]))
  let number = 1 + skipped
  return (cells) => {
    number += 1
    let row = `<row r="${number}">`
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index]
      if (cell === null || cell === undefined || cell === '') continue
      const place = `${names[index]}${number}`
      if (typeof cell === 'number') row += `<c r="${place}"><v>${cell}</v></c>`
      else if (typeof cell === 'object' && time.isRepeated(cell.at)) row += text(place, time.write(cell.at))
      else if (typeof cell === 'object')
        row += `<c r="${place}" s="${styles.time}"><v>${time.toSheetDays(cell.at)}</v></c>`
      else {
        const word = places.get(cell)
        row += word === undefined ? text(place, cell) : `<c r="${place}" t="s"><v>${word}</v></c>`
      }
    }
    return `${row}</row>`
  }
}

function text(place: string, value: string): string {
  return inlineText(place, value, /^\s*[=+\-@]/.test(value) ? styles.quoted : 0)
}

function inlineText(place: string, value: string, style: number): string {
  const look = style === 0 ? '' : ` s="${style}"`
  return `<c r="${place}"${look} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Characters that XML 1.0 §2.2 does not allow in any form.
const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

// ECMA-376 §22.9.2.19: spreadsheets would read these as the character with that number, such as a line break or a
// direction override.
const escapes = /_(?=x[0-9A-Fa-f]{4}_)/g

function escapeXml(value: string): string {
  return value
    .replace(notXml, '\ufffd')
    .replace(escapes, '_x005F_')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

/** 0 is A, 25 is Z, 26 is AA. */
function columnName(index: number): string {
  let name = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  }
  return name
}
