import type { Query, QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Collection, Label } from '#contract/identifiers.ts'
import type { StudentDocument } from '../client/document-calls.ts'
import { catchUp, leaveLive } from '../client/first-reads.ts'
import { type RealtimeEvent, realtime } from '../client/realtime.ts'
import { accountKey, ownIdOf, readAccountAgain, useAccount } from '../session/session.ts'
import { type CourseChange, createCourseReads } from './course-reads.ts'
import { type Hearing, hearingOf, liveChannels } from './live-channels.ts'
import { readsBelow, runningSessionKey, studentsKey } from './live-keys.ts'
import { readAgain } from './read-again.ts'
import { createRefresher } from './refresher.ts'
import type { StudentPage } from './student-page.ts'
import { withStudent } from './student-page.ts'

/** A screen reads the same data again at most this often, however many events there are. */
const refreshRestMs = 1_000
/** A single mark shows at once; a whole class of marks is combined. */
const firstRunningRestMs = 100
/** Marks come by the hundred, and few of them change a passkey. */
const heldPasskeysRestMs = 10_000
/** Reports sum up a whole period, so they may be a little later. */
const reportsRestMs = 3_000

/** What an event is about: a document, an account, which has no collection, or a course. */
type Changed = { readonly $collectionId?: Collection } | CourseChange

/**
 * Brings changes on the server to the open screens, until the returned function is called. An event is a hint: the
 * screens read again what it may have changed. Only rows of the table are taken from the event, so that the marks of a
 * class do not cost a page each. Screens are also right without it, when they are opened or used.
 */
function keepScreensLive(queries: QueryClient, label: Label, ownId: string, hearing: Hearing): () => void {
  const isOfProfile = ({ queryKey }: Query) => queryKey[0] !== accountKey[0]
  const readAll = () => readAgain(queries, { predicate: isOfProfile })
  const all = createRefresher(readAll, refreshRestMs)
  const running = createRefresher(() => readAgain(queries, { queryKey: runningSessionKey(ownId) }), refreshRestMs, {
    firstRestMs: firstRunningRestMs,
  })
  const heldPasskeys = createRefresher(() => readAgain(queries, readsBelow('/held-passkeys')), heldPasskeysRestMs)
  const courses = createCourseReads(queries)
  const reports = createRefresher(() => readAgain(queries, readsBelow('/reports')), reportsRestMs)
  let isOver = false
  let stop = listen()

  function listen(): () => void {
    let wasConnected = false
    return realtime.listen(liveChannels(label, ownId, hearing), {
      onEvent: take,
      onConnected: () => {
        wasConnected = true
        void catchUp(readAll)
      },
      onRefused: () => {
        stop()
        void listenWithNextSession(wasConnected)
      },
    })
  }

  function take({ payload }: RealtimeEvent): void {
    const changed = payload as Changed
    if ('groupId' in changed && label !== 'STD') {
      courses.take(changed)
      heldPasskeys.request()
      reports.request()
      return
    }
    const $collectionId = '$collectionId' in changed ? changed.$collectionId : undefined
    if ($collectionId === undefined && hearing.hearsAccount) void readAccountAgain(queries)
    if (label === 'STD' || $collectionId !== 'students') {
      all.request()
      return
    }
    queries.setQueriesData<StudentPage>(
      { queryKey: studentsKey(ownId) },
      (page) => page && withStudent(page, payload as StudentDocument),
    )
    running.request()
    heldPasskeys.request()
    reports.request()
    // A mark in a class, which has no such event: its register sums up.
    courses.take({ groupId: ownId, sessionId: '' })
  }

  /**
   * The socket's session has ended. Either the person is signed out, and the guards will notice; or this browser has
   * another session now. A session that was refused before would only be refused again.
   */
  async function listenWithNextSession(wasConnected: boolean): Promise<void> {
    await queries.refetchQueries({ queryKey: accountKey })
    const isSignedIn = Boolean(queries.getQueryData(accountKey))
    if (wasConnected && isSignedIn && !isOver) stop = listen()
  }

  return () => {
    isOver = true
    stop()
    leaveLive()
    all.stop()
    running.stop()
    heldPasskeys.stop()
    reports.stop()
    courses.stop()
  }
}

/** Keeps the screens below a guard live: there the person is signed in and verified. */
export function LiveUpdates({ label }: { label: Label }) {
  const account = useAccount()
  const id = ownIdOf(account, label)
  const queries = useQueryClient()
  const { hearsClasses, hearsAccount } = hearingOf(account)
  useEffect(
    () => keepScreensLive(queries, label, id, { hearsClasses, hearsAccount }),
    [queries, label, id, hearsClasses, hearsAccount],
  )
  return null
}
