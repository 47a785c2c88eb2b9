/** Joins class names and skips false ones: `classNames(styles.row, isNew && styles.marked)`. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== undefined && name !== false && name !== '').join(' ')
}
