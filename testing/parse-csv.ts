/**
 * Reads a file strictly by RFC 4180 §2, with a byte order mark. Throws for everything else: a row that does not end in
 * CR LF, a quote in a field without quotes, text after a closing quote.
 */
export function parseCsv(file: string): readonly (readonly string[])[] {
  if (!file.startsWith('\ufeff')) throw new Error('There is no byte order mark')
  const rows: string[][] = []
  let place = 1
  while (place < file.length) {
    const row: string[] = []
    for (;;) {
      const [field, end] = file[place] === '"' ? readQuoted(file, place) : readPlain(file, place)
      row.push(field)
      place = end + 1
      if (file[end] === ',') continue
      if (file.slice(end, end + 2) !== '\r\n') throw new Error(`Row ${rows.length + 1} does not end in CR LF`)
      place = end + 2
      break
    }
    rows.push(row)
  }
  return rows
}

type Field = readonly [text: string, end: number]

function readQuoted(file: string, start: number): Field {
  let text = ''
  for (let place = start + 1; ; place++) {
    const character = file[place]
    if (character === undefined) throw new Error('A quote is not closed')
    if (character !== '"') text += character
    else if (file[place + 1] !== '"') return [text, place + 1]
    else {
      text += character
      place += 1
    }
  }
}

function readPlain(file: string, start: number): Field {
  let end = start
  while (end < file.length && !',\r\n'.includes(file[end] ?? '')) {
    if (file[end] === '"') throw new Error('There is a quote in a field without quotes')
    end += 1
  }
  return [file.slice(start, end), end]
}
