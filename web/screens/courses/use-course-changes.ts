import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { courseTexts } from '#contract/course-texts.ts'
import type { CourseDetail } from '#contract/courses.ts'
import { normaliseText } from '#contract/text-fields.ts'
import { RequestError } from '../../client/request-error.ts'
import { useForm } from '../../forms/use-form.ts'
import { useActs } from '../../kit/use-act.ts'
import { useReadOf } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { showSuccess } from '../../ui/index.ts'
import {
  type Changed,
  checkIn,
  counting,
  details,
  errorsOf,
  type Name,
  policyOf,
  type Teachers,
  type Values,
  valuesOf,
} from './course-values.ts'

/** What is typed and differs from the course as it is saved, also where another browser changes it meanwhile. */
export function useCourseChanges(course: CourseDetail) {
  const { wrong } = useTextsOf(courseTexts).policy
  const { number } = useFormat()
  const [typed, setTyped] = useState<Partial<Values>>({})
  const [chosen, setTeachers] = useState<Teachers>()
  const initial = valuesOf(course)
  const values = { ...initial, ...typed }
  const errors = errorsOf(values, (least, most) => wrong(number(least), number(most)))
  const form = useForm<Name>(
    {
      initial,
      values,
      setValues: (next) =>
        setTyped((before) => {
          const all = typeof next === 'function' ? next({ ...initial, ...before }) : next
          return Object.fromEntries(Object.entries(all).filter(([name, value]) => value !== initial[name as Name]))
        }),
    },
    errors,
  )
  const teachers = chosen ?? course.teachers
  const idsOf = (all: Teachers) =>
    all
      .map(({ staffId }) => staffId)
      .sort()
      .join()
  const changed: Changed = new Set([
    ...(Object.keys(typed) as Name[]).filter((name) => normaliseText(values[name]) !== initial[name]),
    ...(idsOf(teachers) === idsOf(course.teachers) ? [] : (['teachers'] as const)),
  ])
  /** Takes back what is typed: all of it, or these. */
  function leave(names?: readonly (Name | 'teachers')[]) {
    setTyped((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => names && !names.includes(name as Name))),
    )
    if (names === undefined || names.includes('teachers')) setTeachers(undefined)
  }
  return { form, teachers, setTeachers, changed, leave }
}

type Changes = ReturnType<typeof useCourseChanges>

/** Sends each part that has changed, one after the other. What is refused stays, and is named. */
export function useSaveCourse(course: CourseDetail, { form, teachers, changed, leave }: Changes) {
  const words = useTextsOf(courseTexts)
  const queries = useQueryClient()
  const { run } = useActs()
  const ids = { courseId: course.id }
  const { queryKey } = useReadOf('GET /courses/:courseId', ids)
  const policy = policyOf(form.values)
  const steps = [
    {
      label: words.course.details,
      names: details,
      send: (names: readonly Name[]) =>
        run(
          'PATCH /courses/:courseId',
          ids,
          Object.fromEntries(names.map((name) => [name, normaliseText(form.values[name])])),
          {
            refused: (error, sentence) =>
              error instanceof RequestError && error.reason === 'first-day-too-late'
                ? form.fail('firstDay', sentence)
                : false,
          },
        ),
    },
    {
      label: words.course.policy,
      names: [...counting, ...checkIn],
      send: async () => (await run('PUT /courses/:courseId/policy', ids, { policy, isTrial: false })) && { policy },
    },
    {
      label: words.course.teachers,
      names: ['teachers'],
      send: () => run('PUT /courses/:courseId/teachers', ids, { staff: teachers.map(({ staffId }) => staffId) }),
    },
  ] as const
  return async () => {
    const failed: string[] = []
    for (const { label, names, send } of steps) {
      const sent = names.filter((name) => changed.has(name))
      if (sent.length === 0) continue
      const kept: Partial<CourseDetail> | undefined = await send(sent as readonly Name[])
      if (!kept) failed.push(label)
      else {
        queries.setQueryData<CourseDetail>(queryKey, (now) => now && { ...now, ...kept })
        leave(sent)
      }
    }
    if (failed.length > 0) form.refuse(words.change.notSaved(failed.join(', ')))
    else if (changed.size > 0) showSuccess(words.form.saved)
  }
}
