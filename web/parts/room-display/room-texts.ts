import { countInEnglish, type Widened } from '#contract/languages.ts'

/** The sentences of the display for a whole room. They stand apart so that only this display loads them. */
export const roomTexts = {
  mode: 'How students check in here',
  modes: { room: 'Whole room', single: 'One at a time' },
  code: 'Code to check in',
  checkInTo: 'Check in to',
  here: (present: string, members: string) => `${present} of ${members} here`,
  guests: (count: number) => countInEnglish(count, '# guest', '# guests'),
  afterClosing: (count: string) => `${count} after closing`,
  newestFirst: 'newest first',
  noConnection: 'No connection',
  codeIsComing: 'The code is coming',
  codeIsOver: 'This code no longer works. The next one comes as soon as there is a connection.',
  sheet: 'Who is here',
  backToSheet: 'Back to the sheet',
  readableTo: (metres: string) => `Readable to ${metres} m; further back, type the letters.`,
  readableToHeights: (heights: string) =>
    `Readable from ${heights} times the height of this picture; further back, type the letters.`,
  pictureHeight: 'Height of the picture',
  metres: 'm',
} as const

/** The shape that every language fills. */
export type RoomTexts = Widened<typeof roomTexts>
