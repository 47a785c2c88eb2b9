import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeAccount } from '#testing/open-test-storage.ts'
import { openStorage } from '../open-storage.ts'
import { refuseOpenFiles } from './private-files.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777

describe.skipIf(process.platform === 'win32')('the files of the embedded database', () => {
  let place: string
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'rollkey-test-'))
    onTestFinished(() => rmSync(place, { recursive: true }))
  })

  test.each([
    ['in a folder that is made for it', 'made', 0o700],
    ['in a folder that is there already, which stays as it is', 'there', 0o755],
  ])('belong to their owner alone, %s', async (_, name, folderMode) => {
    const umask = process.umask(0)
    onTestFinished(() => void process.umask(umask))
    mkdirSync(join(place, 'there'), { mode: 0o755 })
    const folder = join(place, name)
    const storage = await openStorage({ database: { file: join(folder, 'rollkey.sqlite') }, isServer: true })
    await storage.accounts.insert(makeAccount('somebody'))
    const modes = new Map(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]))
    await storage.close()
    for (const name of ['rollkey.lock', 'rollkey.sqlite', 'rollkey.sqlite-wal', 'rollkey.sqlite-shm']) {
      expect([...modes.keys()]).toContain(name)
    }
    expect([...modes].filter(([, mode]) => mode !== 0o600)).toEqual([])
    expect(modeOf(folder)).toBe(folderMode)
  })

  test.each(['', '-wal', '-shm', '-journal'])(
    'are refused when others may use the one with the ending "%s"',
    async (suffix) => {
      const file = join(place, 'rollkey.sqlite')
      for (const mode of [0o644, 0o604, 0o602]) {
        writeFileSync(`${file}${suffix}`, '')
        chmodSync(`${file}${suffix}`, mode)
        expect(() => refuseOpenFiles(file)).toThrow(
          `every user of this machine may use ${file}${suffix}: run \`chmod 600 ${file}*\` first.`,
        )
      }
      for (const mode of [0o600, 0o640, 0o660]) {
        chmodSync(`${file}${suffix}`, mode)
        expect(() => refuseOpenFiles(file)).not.toThrow()
      }
    },
  )

  test('are named so that a shell takes the command as it is printed', () => {
    const folder = join(place, "Asha's data")
    mkdirSync(folder)
    const file = join(folder, 'rollkey.sqlite')
    writeFileSync(file, '')
    chmodSync(file, 0o644)
    expect(() => refuseOpenFiles(file)).toThrow(`chmod 600 '${place}/Asha'\\''s data/rollkey.sqlite'*`)
  })
})
