import type { Engine } from '../../domain/ports.ts'

/**
 * The statements of a text, each ended by a semicolon and a new line, for one engine. `$ms` is epoch ms, `$sorted` a key of names,
 * `$sequence` and `$number` a number that the engine gives, `$rows` the end of a table, `$keyed` that of one whose rows are stored in
 * their primary key: one page to write instead of two.
 */
export function statementsOf(text: string, engine: Engine): string[] {
  // SQLite's integers have 64 bits; its strict tables refuse a value that does not fit the column, instead of storing it.
  // Names are ordered by code points on both (decision 46).
  const kinds =
    engine === 'sqlite'
      ? {
          $ms: 'integer',
          $sorted: 'text',
          $sequence: autoincrement,
          $number: 'integer primary key',
          $rows: 'strict',
          $keyed: keyed,
        }
      : { $ms: 'bigint', $sorted: 'text collate "C"', $sequence: bigserial, $number: bigserial, $rows: '', $keyed: '' }
  const filled = Object.entries(kinds).reduce((sum, [word, kind]) => sum.replaceAll(word, kind), text)
  return filled
    .replaceAll(/^ *--.*\n/gm, '')
    .split(';\n')
    .filter((statement) => statement.trim() !== '')
}

const autoincrement = 'integer primary key autoincrement'
const bigserial = 'bigserial primary key'
const keyed = 'strict, without rowid'
