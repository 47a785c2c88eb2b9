import { useState } from 'react'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { Form } from '../../forms/form.tsx'
import { Read } from '../../kit/read.tsx'
import { useActs } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { groupTexts } from '../../parts/group-head/group-texts.ts'
import { useInstitute } from '../../session/session.ts'
import { BackLink, Button, Card, Hint, PageHeading, TextField } from '../../ui/index.ts'
import { DayPasses } from './day-passes.tsx'

/** /admin/dashboard/{userId}/courses/rooms: where sessions run, and who covers for a day. */
export function CourseRooms() {
  const words = useTextsOf(groupTexts)
  const { $id } = useInstitute()
  const courses = useRead('GET /courses', {})
  return (
    <>
      <BackLink to={paths.courses($id)}>{words.all}</BackLink>
      <PageHeading>{words.list.roomsAndPasses}</PageHeading>
      <div className={styles.parts}>
        <Rooms />
        {courses.data && <DayPasses courses={courses.data.courses} />}
      </div>
    </>
  )
}

/** The rooms in which sessions run. */
function Rooms() {
  const words = useTextsOf(courseTexts).list
  const rooms = useRead('GET /rooms', {})
  const acts = useActs()
  const [name, setName] = useState('')
  return (
    <section className={styles.part} aria-label={words.rooms}>
      <h2>{words.rooms}</h2>
      <Read of={rooms}>
        {({ rooms: all }) =>
          all.length === 0 ? (
            <Hint>{words.noRooms}</Hint>
          ) : (
            <Card as="ul" className={styles.list}>
              {all.map((room) => (
                <li key={room.id} className={styles.row}>
                  <span className={styles.name}>
                    <b>{room.name}</b>
                  </span>
                  <Button
                    kind="quiet"
                    aria-label={words.endRoomNamed(room.name)}
                    onClick={() => void acts.run('DELETE /rooms/:roomId', { roomId: room.id })}
                  >
                    {words.endRoom}
                  </Button>
                </li>
              ))}
            </Card>
          )
        }
      </Read>
      <Form
        className={styles.actions}
        onSubmit={async () => {
          if (name.trim() !== '' && (await acts.run('POST /rooms', {}, { name: name.trim() }))) setName('')
        }}
      >
        <TextField label={words.roomName} autoComplete="off" value={name} onValueChange={setName} />
        <Button type="submit" busy={acts.isBusy}>
          {words.addRoom}
        </Button>
      </Form>
    </section>
  )
}
