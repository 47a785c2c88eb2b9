import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

function isExecutable(/** @type {string} */ file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The folders in which the shell looks for commands. */
export function commandFolders() {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
}

/** The first of these commands that exists, as a full path. */
export function findCommand(/** @type {string[]} */ names, folders = commandFolders()) {
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}
