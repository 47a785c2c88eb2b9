import type { Today } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { SelectField } from '../../ui/index.ts'

type RoomFieldProps = { label: string; rooms: Today['rooms']; value: string; onChoose: (roomId: string) => void }

/** One of the rooms, or '' for none. Nothing where the institute has no rooms. */
export function RoomField({ rooms, ...field }: RoomFieldProps) {
  const words = useTextsOf(courseTexts).today
  if (rooms.length === 0) return null
  const options = [{ value: '', label: words.noRoom }, ...rooms.map(({ id, name }) => ({ value: id, label: name }))]
  return <SelectField {...field} options={options} />
}
