import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectId } from '#contract/identifiers.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { createKeepAliveClient } from '#testing/keep-alive-client.ts'
import { populateInstitute } from '#testing/populate-institute.ts'
import { compareWithBare } from './compare-with-bare.ts'
import { openEcho, openSocket } from './echo-socket.ts'
import { markOnce } from './mark-once.ts'
import { serveHere } from './serve-here.ts'

const marks = 200
const warmUp = 50

/**
 * From the commit of a mark to the socket of another screen of the institute, beside the bare round trip of a WebSocket
 * that echoes the same bytes, mark by mark. Server and sockets share this process, so that one clock measures them.
 */
export async function benchRealtime(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const institute = await populateInstitute({ file: join(folder, 'rollkey.sqlite') }, origin, marks + warmUp)
  const server = await serveHere(origin, folder, { webRoot: null })
  const cookie = `session=${institute.sessionToken}`
  const client = createKeepAliveClient(origin, { origin, cookie, 'x-appwrite-project': projectId })
  const screen = await openSocket(`ws://localhost:${port}/v1/realtime?project=${projectId}&channels[]=documents`, {
    origin,
    cookie,
  })
  const echo = await openEcho()
  let committedAt = 0
  const endListening = server.storage.changeFeed.subscribe({
    onChange: () => {
      committedAt = performance.now()
    },
    onGap: () => undefined,
  })
  try {
    await screen.next()
    const toScreen: number[] = []
    const bare: number[] = []
    for (const [index, student] of institute.students.entries()) {
      const event = screen.next()
      const marked = markOnce(client, institute.id, student)
      const { at, text } = await event
      await marked
      const { sentAt, backAt } = await echo.roundTrip(text)
      if (index < warmUp) continue
      toScreen.push(at - committedAt)
      bare.push(backAt - sentAt)
    }
    compareWithBare(`commit of a mark to the socket of another screen, ${toScreen.length} marks`, toScreen, bare)
  } finally {
    endListening()
    screen.close()
    await echo.close()
    client.close()
    await server.close()
    rmSync(folder, { recursive: true })
  }
}
