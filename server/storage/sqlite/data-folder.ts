import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { factsOf } from '../../domain/error-facts.ts'
import { makePrivateFile } from './private-files.ts'

const sqliteBusy = 5

/**
 * The folder holds password hashes, so a new one is made for its owner alone. Throws when a file is in the way, or when
 * the system cannot make the folder.
 */
export function makeDataFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return
  const parent = dirname(folder)
  // One folder at a time: with `recursive` the call never returns where none can be made, as in /proc.
  if (!existsSync(parent)) makeDataFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = factsOf(error)
    if (code === 'ENOENT') throw new Error(`no folder can be made in ${parent}: set DATA_DIR to another one.`)
    if (code !== 'EEXIST' && code !== 'ENOTDIR') throw error
    // Another process has made it meanwhile.
    if (existsSync(folder) && statSync(folder).isDirectory()) return
    throw new Error(`${folder} is no folder: a file has that name, or part of it.`)
  }
}

/**
 * Keeps other processes that lock the folder out of it, until the returned function is called or the process ends in
 * any way: the lock is the engine's on an empty file, and the system releases it. Throws when another process holds it.
 * The database itself is not locked: backups, operators and readers still work.
 */
export function lockDataFolder(folder: string): () => void {
  const file = join(folder, 'rollkey.lock')
  makePrivateFile(file)
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    // Not an exclusive lock: two processes that start at once could refuse each other.
    lock.exec('begin immediate')
  } catch (error) {
    lock.close()
    if (factsOf(error).errcode !== sqliteBusy) throw error
    throw new Error(
      `another server, or a restore, is at work in ${folder}: stop that one first, or set DATA_DIR to another folder.`,
    )
  }
  return () => lock.close()
}
