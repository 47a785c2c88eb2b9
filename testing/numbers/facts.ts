/** What a clerk notes while sessions are held: a plain list. `at`: epoch ms; of a mark when its check-in was begun. */

export const enrolled = ['asha', 'bala', 'chidi', 'dev', 'eve', 'hari', 'kala', 'pia'] as const
/** Members who are in no course at first. */
export const others = ['gita', 'ines', 'joe', 'moti'] as const
/** Joins the institute while a class runs. */
export const newcomers = ['lata', 'nila'] as const
export type Who = (typeof enrolled)[number] | (typeof others)[number] | (typeof newcomers)[number]
/** On the roster, without an account: in courses alone. */
export const withoutAccount: Who = 'kala'

/** 'class': the whole institute. */
export type Group = 'class' | 'MATH' | 'PHYS'
export type Word = 'present' | 'late' | 'left-early' | 'excused' | 'absent'

export type Fact = { readonly at: number } & (
  | { readonly did: 'begin'; readonly group: Group; readonly session: string; readonly endsAt: number }
  | { readonly did: 'end'; readonly session: string }
  | { readonly did: 'say'; readonly session: string; readonly word: 'held' | 'cancelled' | 'no-one-came' }
  | { readonly did: 'mark'; readonly session: string; readonly who: Who; readonly byHand: boolean }
  | { readonly did: 'rule'; readonly session: string; readonly who: Who; readonly word: Word; readonly byRoll: boolean }
  | { readonly did: 'come'; readonly group: Group; readonly who: Who; readonly countsFrom: number }
  | { readonly did: 'go'; readonly group: Group; readonly who: Who }
  | { readonly did: 'policy'; readonly group: Group; readonly excused: 'left-out' | 'attended' | 'missed' }
)
/** A fact of one kind. */
export type FactOf<Did extends Fact['did']> = Extract<Fact, { did: Did }>

/** The rules by which is counted; a test changes one and must then count otherwise. */
export const rules = {
  'a guest is here': false,
  'a check-in after closing is here': false,
  'who is excused is expected': false,
  'who is left out is expected': false,
  'an absence in a roll call keeps who has gone on the sheet': false,
  'a running session waits for its end': false,
  'a running session counts for everyone': false,
  'a session that no one took counts': false,
  'a cancelled session counts': false,
  'who has left counts among the people': false,
  'a withdrawn mark is here': false,
  'a percentage is rounded': false,
}
export type Rules = Readonly<Record<keyof typeof rules, boolean>>
