import { useContext, useEffect, useState } from 'react'
import { dayOf } from '#contract/time-zones.ts'
import { type BundleCourses, nameBundle } from '#roster-files/bundle-courses.ts'
import { serverNow } from '../../client/server-clock.ts'
import { TimeZoneContext } from '../../language/format.ts'
import { readCoursesInWorker } from './reader/read-in-worker.ts'
import type { CoursesAnswer } from './reader/reader-worker.ts'

/** The chosen files, and the courses in them. */
export type CourseFiles = {
  readonly isReading: boolean
  readonly problem: Extract<CoursesAnswer, { problem: unknown }> | undefined
  readonly courses: BundleCourses | undefined
  /** Of the archive or of the file with the classes, for the list of imports. */
  readonly fileName: string
  readonly choose: (files: readonly File[]) => void
}

/** Reads whenever other files are chosen. */
export function useCourseFiles(): CourseFiles {
  const zone = useContext(TimeZoneContext)
  const [files, setFiles] = useState<readonly File[]>([])
  const [read, setRead] = useState<{ readonly of: readonly File[]; readonly answer: CoursesAnswer } | undefined>()
  useEffect(() => {
    if (files.length === 0) return
    const leave = new AbortController()
    const show = (answer: CoursesAnswer) => {
      if (!leave.signal.aborted) setRead({ of: files, answer })
    }
    readCoursesInWorker(files, dayOf(serverNow(), zone), leave.signal).then(show, () => show({ problem: 'unreadable' }))
    return () => leave.abort()
  }, [files, zone])
  const answer = read?.of === files ? read.answer : undefined
  return {
    isReading: files.length > 0 && answer === undefined,
    problem: answer && 'problem' in answer ? answer : undefined,
    courses: answer && !('problem' in answer) ? answer : undefined,
    fileName: nameBundle(files.map(({ name }) => name)),
    choose: setFiles,
  }
}
