import type { DeskTexts } from '#contract/desk-texts.ts'

/** Every sentence of contract/desk-texts.ts in Hindi. */
export const hindiDeskTexts: DeskTexts = {
  running: {
    title: (number) => `सत्र ${number} चल रहा है`,
    endsIn: 'समाप्त होने में',
    present: 'उपस्थित',
    back: 'सत्र पर वापस जाएँ',
    startIsBack: 'उपस्थिति शुरू करें: सत्र पर वापस जाएँ',
  },
}
