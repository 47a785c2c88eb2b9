/** The names of a record, for one that is written out in the code: it has no others. */
export const keysOf = <Of extends object>(record: Of) => Object.keys(record) as (keyof Of & string)[]
