import type { CoursePolicy } from '#contract/course-policy.ts'
import { maxCourseCodeLength, maxCourseTitleLength, policyBounds } from '#contract/course-rules.ts'
import type { CourseDetail } from '#contract/courses.ts'
import { checkNeeded, checkOptionalText, checkText } from '../../forms/check-field.ts'
import type { FormErrors } from '../../forms/use-form.ts'

export const details = ['code', 'title', 'term', 'department', 'firstDay'] as const
export const counting = ['goal', 'excused', 'latePoints', 'leftEarlyPoints', 'lateAsAway', 'drop', 'by'] as const
export const checkIn = ['lateAfter', 'closesAfter', 'afterClosing', 'guests'] as const

export type RuleName = (typeof counting | typeof checkIn)[number]
export type Name = (typeof details)[number] | RuleName
export type Teachers = CourseDetail['teachers']
export type Changed = ReadonlySet<Name | 'teachers'>
export type Values = Readonly<Record<Name, string>>

/** What a course says in the fields of its settings. 0 where a rule is never used. */
export function valuesOf({ code, title, term, department, firstDay, policy }: CourseDetail): Values {
  const rules = Object.entries(policy).map(([name, value]) => [name, String(value ?? 0)])
  return { code, title, term, department, firstDay, ...(Object.fromEntries(rules) as Record<RuleName, string>) }
}

const orNever = (typed: string) => Number(typed) || null

/** The policy that is typed. */
export function policyOf(values: Values): CoursePolicy {
  return {
    goal: Number(values.goal),
    excused: values.excused as CoursePolicy['excused'],
    latePoints: Number(values.latePoints),
    leftEarlyPoints: Number(values.leftEarlyPoints),
    lateAsAway: orNever(values.lateAsAway),
    drop: Number(values.drop),
    by: values.by as CoursePolicy['by'],
    lateAfter: Number(values.lateAfter),
    closesAfter: orNever(values.closesAfter),
    afterClosing: values.afterClosing as CoursePolicy['afterClosing'],
    guests: values.guests === 'true',
  }
}

/** `wrong` says the least and the most. */
export function errorsOf(values: Values, wrong: (least: number, most: number) => string): FormErrors<Name> {
  const policy = policyOf(values)
  const bounds = { ...policyBounds, lateAfter: [0, policy.closesAfter ?? policyBounds.lateAfter[1]] } as const
  const numbers = (Object.keys(policyBounds) as (keyof typeof policyBounds)[]).map((name) => {
    const [least, most] = bounds[name]
    const value = policy[name]
    const isGood = value === null || (Number.isInteger(value) && value >= least && value <= most)
    return [name, isGood ? undefined : wrong(least, most)] as const
  })
  return {
    code: checkText(maxCourseCodeLength)(values.code),
    title: checkText(maxCourseTitleLength)(values.title),
    term: checkOptionalText(maxCourseTitleLength)(values.term),
    department: checkOptionalText(maxCourseTitleLength)(values.department),
    firstDay: checkNeeded(values.firstDay),
    ...Object.fromEntries(numbers),
  }
}
