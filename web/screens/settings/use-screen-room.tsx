import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { screenTexts } from '#contract/screen-texts.ts'
import { listRooms } from '../../client/course-calls.ts'
import { useTextsOf } from '../../language/texts.ts'
import { coursesKey } from '../../live/live-keys.ts'
import { useInstitute } from '../../session/session.ts'
import { SelectField } from '../../ui/index.ts'

/** The rooms of the institute; none until they are read. */
export function useRooms() {
  const { $id } = useInstitute()
  return useQuery({ queryKey: [...coursesKey($id), 'rooms'], queryFn: listRooms }).data?.rooms ?? []
}

/**
 * What a screen shows, with its field: one room, or null for the classes of the whole institute. No field without rooms.
 * `change`: empty while the field is untouched.
 */
export function useScreenRoom(given: string | null) {
  const words = useTextsOf('screen', screenTexts)
  const rooms = useRooms()
  const [chosen, choose] = useState<string | null>()
  const field = rooms.length > 0 && (
    <SelectField
      label={words.room}
      value={(chosen === undefined ? given : chosen) ?? ''}
      options={[
        { value: '', label: words.wholeInstitute },
        ...rooms.map(({ id, name }) => ({ value: id, label: words.inRoom(name) })),
      ]}
      onChoose={(value) => choose(value === '' ? null : value)}
    />
  )
  return { field, change: chosen === undefined ? {} : { roomId: chosen } }
}
