import { createContext, useContext } from 'react'
import type { ActingTexts } from '#contract/acting-texts.ts'
import type { CheckInTexts } from '#contract/check-in-texts.ts'
import type { CourseImportTexts } from '#contract/course-import-texts.ts'
import type { CourseTexts } from '#contract/course-texts.ts'
import type { DayPassTexts } from '#contract/day-pass-texts.ts'
import type { DeskTexts } from '#contract/desk-texts.ts'
import type { DisputeTexts } from '#contract/dispute-texts.ts'
import type { EnrolTexts } from '#contract/enrol-texts.ts'
import type { GroupTexts } from '#contract/group-texts.ts'
import type { ImportTexts } from '#contract/import-texts.ts'
import type { LandingTexts } from '#contract/landing-texts.ts'
import type { LanguageTag } from '#contract/languages.ts'
import type { LoginEndTexts } from '#contract/login-end-texts.ts'
import type { MarkingTexts } from '#contract/marking-texts.ts'
import type { OwnDataTexts } from '#contract/own-data-texts.ts'
import type { OwnPasskeyTexts } from '#contract/own-passkey-texts.ts'
import type { PasskeyGuideTexts } from '#contract/passkey-guide-texts.ts'
import type { PasskeyTexts } from '#contract/passkey-texts.ts'
import type { RecordTexts } from '#contract/record-texts.ts'
import type { RegisterTexts } from '#contract/register-texts.ts'
import type { ReportTexts } from '#contract/report-texts.ts'
import type { RoomTexts } from '#contract/room-texts.ts'
import type { RosterTexts } from '#contract/roster-texts.ts'
import type { RulingTexts } from '#contract/ruling-texts.ts'
import type { ScreenTexts } from '#contract/screen-texts.ts'
import type { SettingsTexts } from '#contract/settings-texts.ts'
import type { SheetTexts } from '#contract/sheet-texts.ts'
import type { StaffTexts } from '#contract/staff-texts.ts'
import type { Texts } from '#contract/texts.ts'
import { texts as english } from '#contract/texts.ts'

/** The current language: its BCP 47 tag, the same with the region for Intl, and every sentence. */
export type Language = Sentences & { readonly tag: LanguageTag; readonly locale: string }

/** The groups that only some screens say. */
type Groups = {
  readonly acting: ActingTexts
  readonly checkIn: CheckInTexts
  readonly course: CourseTexts
  readonly courseImport: CourseImportTexts
  readonly dayPass: DayPassTexts
  readonly desk: DeskTexts
  readonly dispute: DisputeTexts
  readonly enrol: EnrolTexts
  readonly group: GroupTexts
  readonly import: ImportTexts
  readonly marking: MarkingTexts
  readonly landing: LandingTexts
  readonly loginEnd: LoginEndTexts
  readonly ownData: OwnDataTexts
  readonly ownPasskey: OwnPasskeyTexts
  readonly passkey: PasskeyTexts
  readonly passkeyGuide: PasskeyGuideTexts
  readonly record: RecordTexts
  readonly register: RegisterTexts
  readonly report: ReportTexts
  readonly room: RoomTexts
  readonly roster: RosterTexts
  readonly ruling: RulingTexts
  readonly screen: ScreenTexts
  readonly settings: SettingsTexts
  readonly sheet: SheetTexts
  readonly staff: StaffTexts
}

/** Without a group the screens say it in English, which they bring along. */
export type Sentences = { readonly texts: Texts } & Partial<Groups>

export const LanguageContext = createContext<Language>({ tag: 'en', locale: 'en', texts: english })

/** Every sentence of the current language. Screens take their words only from here. */
export function useTexts(): Texts {
  return useContext(LanguageContext).texts
}

/** A group in the current language. The screen hands over the English one, so that each page loads only the groups that it says. */
export function useTextsOf<Group extends keyof Groups>(group: Group, english: Groups[Group]): Groups[Group] {
  const groups: Partial<Groups> = useContext(LanguageContext)
  return groups[group] ?? english
}

export function useLanguageTag(): LanguageTag {
  return useContext(LanguageContext).tag
}
