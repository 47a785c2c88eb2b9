import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFile } from './private-files.ts'

const sqliteBusy = 5

/**
 * The folder holds password hashes, so where it does not exist it is made for its owner alone. Throws where a file is
 * in the way, and where the system makes no folders.
 */
export function makeDataFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return
  const parent = dirname(folder)
  // One folder at a time: `recursive` never returns where none can be made, as in /proc.
  if (!existsSync(parent)) makeDataFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`no folder can be made in ${parent}: set DATA_DIR to another one.`)
    if (code !== 'EEXIST' && code !== 'ENOTDIR') throw error
    // Another process was quicker.
    if (existsSync(folder) && statSync(folder).isDirectory()) return
    throw new Error(`${folder} is no folder: a file has that name, or part of it.`)
  }
}

/**
 * Keeps others who lock it out of the folder until the returned function is called, or until the process ends in whatever
 * way: the lock is the engine's on an empty file, which the system takes back and which means nothing by itself. Throws when
 * it is held. The database itself is not locked: backups, operators and readers go on.
 */
export function lockDataFolder(folder: string): () => void {
  const file = join(folder, 'rollkey.lock')
  makePrivateFile(file)
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    // Not an exclusive lock, with which two that start at once could refuse each other.
    lock.exec('begin immediate')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: unknown }).errcode !== sqliteBusy) throw error
    throw new Error(
      `another server, or a restore, is at work in ${folder}: stop that one first, or set DATA_DIR to another folder.`,
    )
  }
  return () => lock.close()
}
