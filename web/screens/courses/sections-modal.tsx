import { useState } from 'react'
import { courseTexts } from '#contract/course-texts.ts'
import type { CoursesOfSections } from '#contract/courses.ts'
import { Read } from '../../kit/read.tsx'
import type { Acts } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { ZoneFirst } from '../../parts/institute-settings/zone-first.tsx'
import { Button, ConfirmButton, Hint, Stack, useDialogTitle } from '../../ui/index.ts'
import { CheckList } from './check-list.tsx'

type SectionsModalProps = { onClose: () => void; acts: Acts; isFirst: boolean }

/** Makes a course of each chosen section of the roster. */
export function SectionsModal({ onClose, acts, isFirst }: SectionsModalProps) {
  useDialogTitle(useTextsOf(courseTexts).list.ofSections)
  return (
    <ZoneFirst asks={isFirst}>
      <Choose onClose={onClose} acts={acts} />
    </ZoneFirst>
  )
}

function Choose({ onClose, acts }: Omit<SectionsModalProps, 'isFirst'>) {
  const { common } = useTexts()
  const { list: words, course } = useTextsOf(courseTexts)
  const { number } = useFormat()
  const roster = useRead('GET /people', {}, { limit: 1 })
  const courses = useRead('GET /courses', {})
  const open = new Set(courses.data?.courses.flatMap(({ code, closedAt }) => (closedAt === null ? code : [])))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  async function make() {
    const done = ({ courses, ownLeftOut }: CoursesOfSections) =>
      [words.madeOfSections(number(courses.length)), ...(ownLeftOut ? [course.ownLeftOut] : [])].join(' ')
    if (await acts.run('POST /courses/from-sections', {}, { sections: [...chosen], term: '' }, { done })) onClose()
  }
  return (
    <Stack>
      <Hint>{words.ofSectionsHint}</Hint>
      <Read of={roster}>
        {({ sections }) => {
          if (!courses.data) return null
          const named = sections.filter((section) => section !== '' && !open.has(section))
          if (named.length === 0) return <p>{words.noSections}</p>
          return (
            <div className={styles.part}>
              <CheckList
                options={named.map((section) => ({ value: section, label: section }))}
                chosen={chosen}
                onChange={setChosen}
              />
            </div>
          )
        }}
      </Read>
      <div className={styles.actions}>
        <Button onClick={onClose}>{common.cancel}</Button>
        <ConfirmButton kind="primary" busy={acts.isBusy} disabled={chosen.size === 0} onClick={() => void make()}>
          {words.ofSections}
        </ConfirmButton>
      </div>
    </Stack>
  )
}
