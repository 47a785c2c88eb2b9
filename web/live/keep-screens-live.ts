import type { Query, QueryClient } from '@tanstack/react-query'
import type { RealtimeResponseEvent } from 'appwrite'
import type { Collection, Label } from '#contract/identifiers.ts'
import { databaseId } from '#contract/identifiers.ts'
import { realtime } from '../client/appwrite.ts'
import type { StudentDocument } from '../client/document-calls.ts'
import { accountKey } from '../session/session.ts'
import { heldPasskeysKey, reportsKey, runningSessionKey, studentsKey } from './live-keys.ts'
import { createRefresher } from './refresher.ts'
import type { StudentPage } from './student-page.ts'
import { withStudent } from './student-page.ts'

/** However much happens, a screen reads the same thing again at most this often. */
const refreshRestMs = 1_000
/** Who has just been marked shows at once, as long as a few come in and not a whole class at a time. */
const firstRunningRestMs = 100
/** Marks come by the hundred, and hardly one of them is about a passkey. */
const heldPasskeysRestMs = 10_000
/** Reports add up a whole period: they may lag a little further behind a class that is coming in. */
const reportsRestMs = 3_000

/** A document as events carry it. */
type ChangedDocument = { readonly $collectionId: Collection }

const documentsOf = (collection: Collection) => `databases.${databaseId}.collections.${collection}.documents`

/** What a session listens to: an organisation to itself and its members, a student to itself. */
function liveChannels(label: Label, userId: string): readonly string[] {
  const own = (collection: Collection) => `${documentsOf(collection)}.${userId}`
  return label === 'ORG' ? [own('organisations'), documentsOf('students')] : [own('students')]
}

/**
 * Brings what changes on the server to the open screens, until the returned function is called. An event is a hint: the
 * screens read again what it may have changed. Only the rows of the table take it as it is, so that the marks of a whole
 * class do not cost a page each. Nothing here is needed for a screen to be right when it is opened, or used by itself.
 */
export function keepScreensLive(queries: QueryClient, label: Label, userId: string): () => void {
  const isOfProfile = ({ queryKey }: Query) => queryKey[0] !== accountKey[0]
  const readAll = () => queries.invalidateQueries({ predicate: isOfProfile })
  const all = createRefresher(readAll, refreshRestMs)
  const running = createRefresher(
    () => queries.invalidateQueries({ queryKey: runningSessionKey(userId) }),
    refreshRestMs,
    firstRunningRestMs,
  )
  const heldPasskeys = createRefresher(
    () => queries.invalidateQueries({ queryKey: heldPasskeysKey(userId) }),
    heldPasskeysRestMs,
  )
  const reports = createRefresher(() => queries.invalidateQueries({ queryKey: reportsKey(userId) }), reportsRestMs)
  let isOver = false
  let stop = listen()

  function listen(): () => void {
    let wasConnected = false
    return realtime.listen(liveChannels(label, userId), {
      onEvent: take,
      onConnected: () => {
        wasConnected = true
        void readAll()
      },
      onRefused: () => {
        stop()
        void listenWithNextSession(wasConnected)
      },
    })
  }

  function take({ payload }: RealtimeResponseEvent<unknown>): void {
    const { $collectionId } = payload as ChangedDocument
    if (label === 'STD' || $collectionId === 'organisations') {
      all.request()
      return
    }
    queries.setQueriesData<StudentPage>(
      { queryKey: studentsKey(userId) },
      (page) => page && withStudent(page, payload as StudentDocument),
    )
    running.request()
    heldPasskeys.request()
    reports.request()
  }

  /**
   * The login session of the socket has ended. Either nobody is signed in any more, and the guards will notice; or this
   * browser has another session by now. Who is refused before being let in would only be refused again.
   */
  async function listenWithNextSession(wasConnected: boolean): Promise<void> {
    await queries.refetchQueries({ queryKey: accountKey })
    const isSignedIn = Boolean(queries.getQueryData(accountKey))
    if (wasConnected && isSignedIn && !isOver) stop = listen()
  }

  return () => {
    isOver = true
    stop()
    all.stop()
    running.stop()
    heldPasskeys.stop()
    reports.stop()
  }
}
