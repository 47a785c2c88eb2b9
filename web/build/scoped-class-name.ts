// biome-ignore-all lint/style/noRestrictedImports: this runs in the build, not in the browser.
import { basename, dirname } from 'node:path'

/**
 * The name of a class of a CSS module: 'ui_button_primary'. The same in every build, so that prerendered markup and the
 * separately built stylesheet agree. Folder and file together are unique.
 */
export function scopedClassName(name: string, file: string): string {
  const path = file.split('?')[0] ?? file
  return `${basename(dirname(path))}_${basename(path, '.module.css')}_${name}`
}
