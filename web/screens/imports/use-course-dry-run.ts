import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { BeginCourseImport, CourseImport } from '#contract/course-imports.ts'
import type { BundleCourses } from '#roster-files/bundle-courses.ts'
import { countLines, splitCourses } from '#roster-files/split-courses.ts'
import { callProduct } from '../../client/call-product.ts'
import { messageOf } from '../../client/request-error.ts'
import { useTexts } from '../../language/texts.ts'
import { useLeaveSignal } from '../../session/use-leave-signal.ts'
import { showError } from '../../ui/index.ts'

type Tried = { readonly courses: BundleCourses; readonly begin: BeginCourseImport; readonly signal: AbortSignal }

/** Sends the courses one part after the other, and asks what would happen. `sent`: how many lines are there, while it runs. */
export function useCourseDryRun(onTried: (plan: CourseImport) => void) {
  const texts = useTexts()
  const [sent, setSent] = useState<{ readonly done: number; readonly all: number } | undefined>()
  const makeSignal = useLeaveSignal()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ courses, begin, signal }: Tried): Promise<CourseImport> => {
      const parts = splitCourses(courses)
      const all = parts.reduce((sum, part) => sum + countLines(part), 0)
      let done = 0
      setSent({ done, all })
      const { id: importId } = await callProduct('POST /course-imports', {}, begin)
      for (const part of parts) {
        // Where the person has left, nothing more is sent.
        signal.throwIfAborted()
        await callProduct('POST /course-imports/:importId/parts', { importId }, part)
        done += countLines(part)
        setSent({ done, all })
      }
      return callProduct('POST /course-imports/:importId/plan', { importId }, {})
    },
    onSuccess: onTried,
    onError: (error, { signal }) => {
      if (error !== signal.reason) showError(messageOf(error, texts))
    },
    onSettled: () => setSent(undefined),
  })
  return {
    tryFiles: (courses: BundleCourses, begin: BeginCourseImport) => mutate({ courses, begin, signal: makeSignal() }),
    sent,
    isBusy: isPending,
  }
}
