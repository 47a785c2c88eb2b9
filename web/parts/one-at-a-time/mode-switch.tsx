import { useTextsOf } from '../../language/texts.ts'
import { Choice } from '../../ui/index.ts'
import { roomTexts } from '../room-display/room-texts.ts'

export type Mode = 'room' | 'single'

/** Where a session takes room codes: the display for the whole room, or the form for one at a time. */
export function ModeSwitch({ mode, onChoose }: { mode: Mode; onChoose: (mode: Mode) => void }) {
  const words = useTextsOf(roomTexts)
  return (
    <Choice
      label={words.mode}
      options={[
        { value: 'room', label: words.modes.room },
        { value: 'single', label: words.modes.single },
      ]}
      value={mode}
      onChoose={onChoose}
    />
  )
}
