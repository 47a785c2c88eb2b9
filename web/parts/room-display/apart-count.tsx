import type { CurrentRoomCode } from '#contract/room-display.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { roomTexts } from './room-texts.ts'

type ApartCountProps = { apart: CurrentRoomCode['apart']; className: string | undefined }

/** Guests and who came after closing, beside the count of who is here. */
export function ApartCount({ apart, className }: ApartCountProps) {
  const words = useTextsOf(roomTexts)
  const { number } = useFormat()
  if (apart === undefined) return null
  return (
    <>
      {apart.guests > 0 && <p className={className}>{words.guests(apart.guests)}</p>}
      {apart.afterClosing > 0 && <p className={className}>{words.afterClosing(number(apart.afterClosing))}</p>}
    </>
  )
}
