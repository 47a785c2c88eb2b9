import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { courseTexts } from '#contract/course-texts.ts'
import type { CoursesOfSections } from '#contract/courses.ts'
import { makeCoursesOfSections } from '../../client/course-calls.ts'
import { listPeople } from '../../client/roster-calls.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { rosterKey } from '../../live/live-keys.ts'
import styles from '../../parts/courses/courses.module.css'
import { useInstitute } from '../../session/session.ts'
import { Button, ConfirmButton, Modal } from '../../ui/index.ts'
import { CheckList } from './check-list.tsx'
import { ReadState } from './read-state.tsx'
import type { useCourseActs } from './use-courses.ts'

type SectionsModalProps = { open: boolean; onClose: () => void; acts: ReturnType<typeof useCourseActs> }

/** Makes a course of each chosen section of the roster. */
export function SectionsModal({ open, onClose, acts }: SectionsModalProps) {
  const words = useTextsOf('course', courseTexts).list
  return (
    <Modal open={open} onClose={onClose} title={words.ofSections}>
      <Choose onClose={onClose} acts={acts} />
    </Modal>
  )
}

function Choose({ onClose, acts }: Omit<SectionsModalProps, 'open'>) {
  const texts = useTexts()
  const { list: words, course } = useTextsOf('course', courseTexts)
  const { number } = useFormat()
  const { $id } = useInstitute()
  const roster = useQuery({
    queryKey: [...rosterKey($id), 'sections'],
    queryFn: () => listPeople({ limit: '1' }),
  })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  async function make() {
    const done = ({ courses, ownLeftOut }: CoursesOfSections) =>
      [words.madeOfSections(number(courses.length)), ...(ownLeftOut ? [course.ownLeftOut] : [])].join(' ')
    if (await acts.run({ act: () => makeCoursesOfSections([...chosen]), done })) onClose()
  }
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{words.ofSectionsHint}</p>
      <ReadState of={roster}>
        {({ sections }) => {
          const named = sections.filter((section) => section !== '')
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
      </ReadState>
      <div className={styles.actions}>
        <Button onClick={onClose}>{texts.profile.cancel}</Button>
        <ConfirmButton kind="primary" busy={acts.isBusy} disabled={chosen.size === 0} onClick={() => void make()}>
          {words.ofSections}
        </ConfirmButton>
      </div>
    </div>
  )
}
