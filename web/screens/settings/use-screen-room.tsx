import { useState } from 'react'
import { screenTexts } from '#contract/screen-texts.ts'
import { useRead } from '../../kit/use-read.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useIsTeacher } from '../../session/may.ts'
import { SelectField } from '../../ui/index.ts'

/** The rooms of the institute; none until they are read. */
export function useRooms() {
  return useRead('GET /rooms', {}).data?.rooms ?? []
}

/**
 * What a screen shows, with its field: one room, or null for the classes of the whole institute; of a teacher's screen the
 * own sessions. No field without rooms, and none for teachers. `change`: empty while the field is untouched.
 */
export function useScreenRoom(given: string | null, isOfTeacher = false) {
  const words = useTextsOf(screenTexts)
  const rooms = useRooms()
  const [chosen, choose] = useState<string | null>()
  const isTeacher = useIsTeacher()
  const field = !isTeacher && rooms.length > 0 && (
    <SelectField
      label={words.room}
      value={(chosen === undefined ? given : chosen) ?? ''}
      options={[
        { value: '', label: isOfTeacher ? words.ownSessions : words.wholeInstitute },
        ...rooms.map(({ id, name }) => ({ value: id, label: words.inRoom(name) })),
      ]}
      onChoose={(value) => choose(value === '' ? null : value)}
    />
  )
  return { field, change: chosen === undefined ? {} : { roomId: chosen } }
}
