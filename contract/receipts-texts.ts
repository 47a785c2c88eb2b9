import { countInEnglish } from './languages.ts'

export const receiptsTexts = {
  title: 'Latest marks',
  markedAt: (institute: string, time: string) => `${institute}: present at ${time}`,
  summary: (total: string, classes: number, percentage: string) =>
    `${total} of ${countInEnglish(classes, '# class', '# classes')}, ${percentage}`,
  notMe: 'This was not me',
  youSaid: 'You said: not me',
  question: 'Was this not you?',
  questionText:
    'Your institute will be told that another person was marked in your name. The mark stays until the institute has looked into it.',
  itWasMe: 'It was me',
  tell: 'Tell my institute',
  told: 'Your institute has been told.',
} as const
