import type { PopulatedInstitute } from '#testing/populate-institute.ts'
import { type ShownCode, switchRoomCodeOn } from '#testing/switch-room-code-on.ts'

type Scanned = Pick<ShownCode, 'session' | 'code'>

/** The screen of a room, which asks for its code every two seconds. */
export type RoomDisplay = {
  readonly current: () => Scanned
  /** A code that it showed more than two steps ago. */
  readonly tooOld: () => Scanned
  readonly close: () => void
}

const pauseMs = 2_000

/** A room with its students' phones. `tokens`: of the students' sessions, in their order. */
export type Room = {
  readonly institute: PopulatedInstitute
  readonly display: RoomDisplay
  readonly tokens: readonly string[]
}

/** `port`: of the process that it asks. `sessionId`: of a course; without it the class that runs. */
export async function openRoomDisplay(
  origin: string,
  port: number,
  institute: PopulatedInstitute,
  sessionId?: string,
): Promise<RoomDisplay> {
  const readCode = await switchRoomCodeOn(origin, institute, `http://127.0.0.1:${port}`, sessionId)
  const shown = [await readCode()]
  async function ask(): Promise<void> {
    const code = await readCode()
    if (shown.at(-1)?.step !== code.step) shown.push(code)
  }
  // As on the page, an answer that is lost is asked for again at the next turn. Without any, the phones' scans fail.
  const timer = setInterval(() => void ask().catch(() => undefined), pauseMs)
  const current = () => shown.at(-1) as ShownCode
  return {
    current: () => withoutStep(current()),
    tooOld() {
      const old = shown.findLast(({ step }) => step < current().step - 2)
      if (!old) throw new Error('the display has not shown four codes yet')
      return withoutStep(old)
    },
    close: () => clearInterval(timer),
  }
}

const withoutStep = ({ session, code }: ShownCode): Scanned => ({ session, code })
