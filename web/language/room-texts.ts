import { useContext } from 'react'
import type { RoomTexts } from '#contract/room-texts.ts'
import { roomTexts as english } from '#contract/room-texts.ts'
import { LanguageContext } from './texts.ts'

/** Every sentence of the display for a whole room, in the language in use. */
export function useRoomTexts(): RoomTexts {
  return useContext(LanguageContext).roomTexts ?? english
}
